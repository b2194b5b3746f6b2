package androidx.appcompat.app

/** The class of Android that the listings name. */
open class AppCompatActivity
