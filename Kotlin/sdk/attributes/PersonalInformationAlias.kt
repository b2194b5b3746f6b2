package org.xign.sdk

import org.xign.protocol.DescribedAttribute

/**
 * The name of one stored value of an attribute, as the user chose it. The value itself stays at the manager.
 *
 * @property id the alias's identifier at the manager: random, and different for every service.
 * @property alias the text to show, such as "work".
 * @property isPrimary true if this is the user's preferred value: a good preselection.
 */
public class PersonalInformationAlias internal constructor(
    public val id: String, public val alias: String, public val isPrimary: Boolean,
) {
    internal constructor(described: DescribedAttribute.Alias) : this(described.id, described.text, described.isPrimary)

    override fun equals(other: Any?): Boolean = other is PersonalInformationAlias && id == other.id &&
        alias == other.alias && isPrimary == other.isPrimary

    override fun hashCode(): Int = id.hashCode()

    override fun toString(): String = "PersonalInformationAlias($alias)"
}
