/** Knows that a PIN is recognised by its print, with and without the browser's cryptography. */

import assert from "node:assert/strict";
import test from "node:test";
import { slowPrint } from "../../../service/web/js/core/fingerprint.js";

const NONE = /** @type {any} */ (null);

test("where there is cryptography, the print is PBKDF2", async () => {
  const print = "5b3a76395ad42169d4d0e42372a4b287d948769706acfa82db2bee46ad859d19";
  assert.equal(await slowPrint("2468", "00ff"), print);
});

for (const [name, subtle] of [
  ["with", crypto.subtle],
  ["without", NONE],
]) {
  test(`another PIN, or another salt, has another print ${name} cryptography`, async () => {
    const print = await slowPrint("2468", "00ff", subtle);
    assert.equal(await slowPrint("2468", "00ff", subtle), print);
    assert.notEqual(await slowPrint("2469", "00ff", subtle), print);
    assert.notEqual(await slowPrint("2468", "00fe", subtle), print);
  });
}
