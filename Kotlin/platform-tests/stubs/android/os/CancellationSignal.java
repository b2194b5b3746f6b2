package android.os;

/** Android's class, which remembers the cancellation. */
public final class CancellationSignal {
    private volatile boolean isCanceled;

    public void cancel() { isCanceled = true; }

    public boolean isCanceled() { return isCanceled; }
}
