package org.xign.sdk

/**
 * The reason why a file or folder of the SDK cannot be used, where the app or the user can do something about it.
 *
 * @property kind the kind of problem.
 * @property path the absolute path of the file or folder.
 * @property message the problem and its remedy, as sentences for the app's developer.
 */
public class StorageProblem internal constructor(
    public val kind: Kind, public val path: String, public val message: String,
) {
    /** The kinds of problems. */
    public enum class Kind {
        /** There is no room on the disk, or in the user's share of it. Run the same again when there is room. */
        NO_SPACE,

        /** The file system has no locks, as some of networks do not. Use a folder on a local file system. */
        NO_LOCKS,

        /** The file or folder belongs to another user, or would be made below a folder of one. */
        OTHER_OWNER,

        /** The file or folder is a symbolic link. Name the folder to which it leads. */
        LINK,
    }

    override fun toString(): String = message

    internal companion object {
        fun noSpace(path: String) = StorageProblem(
            Kind.NO_SPACE, path, "There is no room for $path. Run the same again when there is room.",
        )

        fun noLocks(path: String) = StorageProblem(
            Kind.NO_LOCKS, path,
            "Cannot lock $path: its file system has no locks. Choose a storage location on a local file system.",
        )

        fun otherOwner(path: String) = StorageProblem(
            Kind.OTHER_OWNER, path, "$path belongs to another user. Choose a storage location of your own.",
        )

        fun otherOwnerAbove(path: String, above: String) = StorageProblem(
            Kind.OTHER_OWNER, above,
            "$path is not made, since $above belongs to another user. Choose a storage location of your own.",
        )

        fun link(path: String) = StorageProblem(
            Kind.LINK, path, "$path is a symbolic link. Choose the folder to which it leads as storage location.",
        )
    }
}
