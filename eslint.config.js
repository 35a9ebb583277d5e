/** Knows how the scripts of the pages are held to one way of writing; prettier has the rest. */

import js from "@eslint/js";

const BROWSER = [
  ...["document", "window", "self", "location", "history", "navigator", "screen", "crypto"],
  ...["localStorage", "sessionStorage", "caches", "performance", "isSecureContext", "innerWidth"],
  ...["fetch", "Response", "URL", "URLSearchParams", "AbortController", "AbortSignal", "Element"],
  ...[
    "HTMLElement",
    "HTMLScriptElement",
    "HTMLLinkElement",
    "HTMLDialogElement",
    "KeyboardEvent",
    "TextEncoder",
    "addEventListener",
    "removeEventListener",
  ],
  ...["setTimeout", "clearTimeout", "setInterval", "clearInterval", "requestAnimationFrame"],
  ...[
    "print",
    "matchMedia",
    "CustomEvent",
    "Event",
    "innerHeight",
    "dispatchEvent",
    "FileReader",
    "File",
  ],
  ...[
    "atob",
    "btoa",
    "Blob",
    "FormData",
    "TextDecoder",
    "structuredClone",
    "queueMicrotask",
    "getComputedStyle",
    "confirm",
    "globalThis",
  ],
];

export default [
  { ignores: ["**/node_modules/", ".venv/"] },
  js.configs.recommended,
  {
    files: ["service/web/**/*.js", "tests/web/**/*.js"],
    languageOptions: { globals: Object.fromEntries(BROWSER.map((name) => [name, "readonly"])) },
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-shadow": "error",
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-param-reassign": "error",
      "no-return-assign": "off",
      "no-throw-literal": "error",
      "object-shorthand": "error",
      "prefer-template": "error",
    },
  },
];
