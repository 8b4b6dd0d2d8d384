import js from '@eslint/js'
import globals from 'globals'

export default [
  { ignores: ['build/**', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.js'],
    languageOptions: {
      ecmaVersion: 2024,
      sourceType: 'module',
      globals: { ...globals.browser, ...globals.node },
    },
    rules: {
      'no-undef': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'prefer-const': 'error',
      eqeqeq: 'error',
      'no-var': 'error',
      'no-shadow': [
        'error',
        { allow: ['text', 'name', 'style', 'format', 'number', 'matrix', 'figure', 'message'] },
      ],
      'no-fallthrough': 'error',
      'no-unreachable': 'error',
    },
  },
]
