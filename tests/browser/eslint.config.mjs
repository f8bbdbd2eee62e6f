// @ts-check
// tsc finds undefined and unused names across files.
import js from '@eslint/js';

export default [
  { ignores: ['**/node_modules/**'] },
  js.configs.recommended,
  {
    files: ['crates/pages/src/assets/**/*.js'],
    rules: {
      'no-unused-vars': 'off',
      'no-restricted-properties': [
        'error',
        ...['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'write'].map((property) => ({
          property,
          message: 'text from a script must stay text',
        })),
      ],
    },
  },
  {
    rules: {
      'no-undef': 'off',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      'prefer-const': 'error',
      'no-var': 'error',
      eqeqeq: 'error',
      'no-shadow': 'error',
      'max-lines': ['error', 420],
    },
  },
];
