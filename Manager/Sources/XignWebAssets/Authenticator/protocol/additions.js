// The attributes of an answer to `start` that this page shows: those of the twelve, and additions by `kind`
// (docs/protocol.md, section 5, "Additions").

import { attributeNames } from "./attributes.js";
import { utf8 } from "./bytes.js";
import { isDisplayText } from "./text.js";

/** The longest name of an addition in bytes. */
const longestName = 64;

/** Returns false for an attribute of a later version, and for one whose members contradict its kind. */
function isAddition(name, { kind, isRequired, isMissing, mustBeVerified, aliases }, purpose) {
  const isNamed = isDisplayText(name) && utf8(name).length <= longestName && !attributeNames.includes(name);
  if (!isNamed || !mustBeVerified || isMissing !== (aliases.length === 0)) return false;
  if (kind === "permission") return purpose === "login" && !isRequired && aliases.length === 1;
  return kind === "value";
}

/** Compares texts by their bytes in UTF-8. Those of UTF-16 have another order beyond U+FFFF. */
function byBytes(one, other) {
  const [a, b] = [utf8(one), utf8(other)];
  const index = a.findIndex((byte, index) => byte !== b[index]);
  return index === -1 ? a.length - b.length : a[index] - (b[index] ?? -1);
}

/**
 * Selects what a person is shown. Any other attribute is left out, as if the person had declined it.
 * @param answer to `start`.
 * @returns `attributes`, which are of the twelve, as entries; and `additions`, the values before the permissions, each
 *   `{ name, kind, isRequired, aliases }`. Undefined where a required attribute cannot be shown.
 */
export function shownAttributes({ purpose, attributes: requested }) {
  const attributes = [];
  const additions = [];
  for (const [name, attribute] of Object.entries(requested)) {
    const { kind, isRequired, aliases } = attribute;
    if (kind === undefined && attributeNames.includes(name)) attributes.push([name, attribute]);
    else if (isAddition(name, attribute, purpose)) additions.push({ name, kind, isRequired, aliases });
    else if (isRequired) return undefined;
  }
  const rank = ({ kind }) => kind === "value" ? 0 : 1;
  additions.sort((one, other) => rank(one) - rank(other) || byBytes(one.name, other.name));
  return { attributes, additions };
}
