// Typed text and pasted links: the same rows as at every other entrance.

import { attributeValue } from "../protocol/attributes.js";
import { random } from "../protocol/bytes.js";
import { readLink } from "../protocol/pid.js";
import { readPIN } from "../protocol/typed.js";
import { check, run } from "./checks.js";
import { writePid } from "./other-ends.js";

function typedText() {
  const told = (act) => { try { return act(); } catch ({ code, at, part }) { return { code, ...at, part }; } };
  for (const typed of [
    "\u202a+49 151 23456789\u202c", "+49\u00a0151\u00a023456789", "+49 151\u20112345\u20136789", "tel:+49-151-23456789",
    "+49 (151) 234.567/89",
    "+\u0664\u0669 \u0661\u0665\u0661 \u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669",
    "+\uff14\uff19\uff11\uff15\uff11\uff12\uff13\uff14\uff15\uff16\uff17\uff18\uff19",
    "+\u096a\u096f 151 23456789", "\uff0b49 151\t23456789\r\n",
  ]) check(`a number: ${typed}`, told(() => attributeValue("phoneNumber", typed)) === "+4915123456789");
  for (const [typed, code, place] of [
    ["+49 (0)151 23456789", "phone-prefix", "after"], ["+49 151 23456789;ext=12", "phone-extension", "after"],
    ["+49 151 FLOWERS", "phone-letter", "after"], ["+49 151 +23456789", "phone-plus", "after"],
    ["+49 151 23456789#1", "phone-sign", "after"], ["\ufeff+49 151 23456789", "phone-sign", "beginning"],
    ["0049 151 23456789", "form-phoneNumber", undefined],
    [`+49${" ".repeat(128)}15123456789`, "form-phoneNumber", undefined],
  ]) {
    const flaw = told(() => attributeValue("phoneNumber", typed));
    check(`no number: ${typed}`, flaw.code === code && flaw.place === place);
  }
  for (const typed of [
    "\uff12\uff10\uff14\uff18\uff11\uff16\uff13\uff12",
    "\u06f2\u06f0\u06f4\u06f8\u06f1\u06f6\u06f3\u06f2", "2048 1632",
    "2048-1632\r", "2048\u00a01632", "\u0968\u0966\u096a\u096e1632",
  ]) check(`a PIN: ${typed}`, readPIN(typed) === "20481632");
  for (const typed of ["2048163z", "2048\u200b1632", "2048", "1".repeat(33)]) {
    check(`no PIN: ${typed}`, readPIN(typed) === undefined);
  }
  for (const typed of ["Mary\u00a0Ann", "Jean\u2010Luc", "\u2615\ufe0f"]) {
    check(`a name: ${typed}`, attributeValue("familyName", ` ${typed} `) === typed);
  }
  for (const [typed, character, place] of [
    ["M\u00fcller\u00ad", "U+00AD", "end"], ["\u200f\u05d0\u05d1\u05d9", "U+200F", "beginning"],
    ["\u845b\u{e0100}\u57ce", "U+E0100", "first"], ["Ad\u200ba", "U+200B", "after"],
  ]) {
    const flaw = told(() => attributeValue("familyName", typed));
    check(`a flaw: ${character}`, flaw.code === "invisible" && flaw.character === character && flaw.place === place);
  }
  const address = {
    street_address: "1 Nathan Road", postal_code: " ", locality: "Hong Kong", region: "", country: "hk",
  };
  check("no postal code", attributeValue("address", address)
    === '{"country":"HK","locality":"Hong Kong","street_address":"1 Nathan Road"}');
  const flaw = told(() => attributeValue("address", { ...address, locality: "Hong\u00adKong" }));
  check("a flaw of a part", flaw.part === "locality" && flaw.character === "U+00AD" && flaw.count === 4);
}

function damagedLinks() {
  const pid = writePid({ kind: 3, id: random(16), secret: random(16), origin: "https://login.example.org" });
  const before = "https://login.example.org/a";
  const link = `${before}#${pid}`;
  const told = (text) => { try { return readLink(text).origin; } catch ({ code }) { return code; } };
  for (const text of [
    `${before}?utm_source=mail&utm_campaign=x#${pid}`, `${before}?fbclid=IwAR0#${pid}`, `  ${link}\n`,
  ]) check(`a link: ${text}`, told(text) === "https://login.example.org");
  for (const [text, code] of [
    [link.slice(0, -40), "linkIncomplete"], [before, "linkIncomplete"], [`${before}#`, "linkIncomplete"],
    [`${link.slice(0, 70)}\n${link.slice(70)}`, "linkWrapped"], [`${link}.`, "linkExtended"],
    [`<${link}>`, "linkExtended"],
    [`https://redirect.example/?url=${encodeURIComponent(link)}`, "linkEmbedded"],
    ["https://example.org", "notInitializationData"],
  ]) check(`${code}: ${text}`, told(text) === code);
}

await run({ typedText, damagedLinks });
