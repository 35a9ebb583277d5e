/** Knows how the scripts of the pages are held to one way of writing; prettier has the rest. */

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules/", ".venv/"] },
  js.configs.recommended,
  {
    files: ["service/web/**/*.js", "tests/web/**/*.js", "docs/app/*.js"],
    languageOptions: { globals: globals.browser },
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
