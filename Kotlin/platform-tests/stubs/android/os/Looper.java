package android.os;

/** Android's class with the threads of a test. */
public final class Looper {
    private static final Looper MAIN = new Looper();

    /** The thread that counts as the main one. */
    public static volatile Thread mainThread;

    private Looper() {}

    public static Looper getMainLooper() { return MAIN; }

    public static Looper myLooper() { return Thread.currentThread() == mainThread ? MAIN : null; }
}
