import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** What can be on the screen before anybody is signed in: nobody waits there for the words of the rest. */
const start = [
  '<rootDir>/src/app',
  '<rootDir>/src/routes',
  '<rootDir>/src/ui',
  '<rootDir>/src/features/landing/public-frame.tsx',
  '<rootDir>/src/features/login',
  '<rootDir>/src/i18n/error-messages.ts',
  '<rootDir>/src/i18n/next-steps.ts',
]

/** Fields of `src/ui` that only such screens have. */
const fieldsOfScreens = ['keypad', 'money-input', 'percent-input', 'quantity-input'].map(
  (part) => `<rootDir>/src/ui/${part}`,
)

/** Whole screens that are loaded when they are opened, and their words with them: the list of invoices waits for neither. */
const screens = [
  ...fieldsOfScreens,
  '<rootDir>/src/i18n/record-messages.ts',
  '<rootDir>/src/app-context/collect-sheet.tsx',
  '<rootDir>/src/blocks/report',
  '<rootDir>/src/blocks/catalogue-list',
  '<rootDir>/src/blocks/collections',
  '<rootDir>/src/blocks/customer-form',
  '<rootDir>/src/blocks/product-form',
  '<rootDir>/src/blocks/record-form',
  '<rootDir>/src/blocks/record-table',
  '<rootDir>/src/blocks/no-company.tsx',
  '<rootDir>/src/blocks/scan-barcode',
  '<rootDir>/src/blocks/date-field',
  '<rootDir>/src/blocks/subscription',
  '<rootDir>/src/blocks/period/period-button.tsx',
  '<rootDir>/src/blocks/period/period-sheet.tsx',
  '<rootDir>/src/blocks/camera',
  '<rootDir>/src/blocks/csv-import',
  '<rootDir>/src/blocks/pickers/customer-picker.tsx',
  '<rootDir>/src/blocks/receipt/share-sheet.tsx',
  '<rootDir>/src/blocks/receipt/print-sheet.tsx',
  '<rootDir>/src/blocks/receipt/printing-choice.tsx',
  '<rootDir>/src/blocks/receipt/pdf-button.tsx',
  '<rootDir>/src/blocks/receipt/printer',
  '<rootDir>/src/blocks/install',
  '<rootDir>/src/features/account',
  '<rootDir>/src/features/contact',
  '<rootDir>/src/features/customers',
  '<rootDir>/src/features/dashboard',
  '<rootDir>/src/features/invoices/edit',
  '<rootDir>/src/features/invoices/list/table',
  '<rootDir>/src/features/help',
  '<rootDir>/src/features/in-app-browser',
  '<rootDir>/src/features/maintenance',
  '<rootDir>/src/features/payment',
  '<rootDir>/src/features/products',
  '<rootDir>/src/features/invoices/view',
  '<rootDir>/src/features/sales',
  '<rootDir>/src/features/settings',
  ...['people-sheet', 'quick-search', 'shortcut-sheet'].map(
    (part) => `<rootDir>/src/features/shell/${part}.tsx`,
  ),
  '<rootDir>/src/features/sync',
  '<rootDir>/src/features/tax-tips',
]

/** Screens of expenses: with them the words of the other screens would be too large for one file. */
const expenses = ['<rootDir>/src/features/expenses', '<rootDir>/src/blocks/expense-category']

/** The landing page: the login does not wait for its words. */
const landing = [
  '<rootDir>/src/features/landing/landing-screen.tsx',
  '<rootDir>/src/features/landing/price-table.tsx',
]

/** Screens that work only with the server: administration and self-service. */
const administration = [
  ...[
    'accounting',
    'audit',
    'companies',
    'contact/form',
    'developer',
    'fiscal-devices',
    'invoices-report',
    'operators',
    'organizations',
    'potential-clients',
    'profile',
    'receipt-reissuing',
    'recovery',
    'registration',
    'tax-rates',
    'tax-tips-cms',
    'users',
    'ussd',
    'welcome',
  ].map((area) => `<rootDir>/src/features/${area}`),
  '<rootDir>/src/blocks/accounts',
  '<rootDir>/src/blocks/certificate',
  '<rootDir>/src/features/dashboard/insights/ai',
  '<rootDir>/src/features/expenses/ai',
  '<rootDir>/src/features/settings/ai',
  '<rootDir>/src/blocks/ai-consent',
  '<rootDir>/src/blocks/server-list',
  '<rootDir>/src/i18n/act-names.ts',
  '<rootDir>/src/i18n/administration-messages.ts',
  '<rootDir>/src/i18n/ai-category-messages.ts',
]

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'sw'],
  fallbackLocales: false,
  // Line numbers would change with every edit and make "extract leaves no difference" worthless.
  format: formatter({ lineNumbers: false }),
  orderBy: 'messageId',
  catalogs: [
    {
      path: '<rootDir>/src/i18n/locales/{locale}/start',
      include: start,
      exclude: ['**/*.gen.ts', ...fieldsOfScreens],
    },
    {
      path: '<rootDir>/src/i18n/locales/{locale}/messages',
      include: ['<rootDir>/src', '<rootDir>/sw'],
      exclude: ['**/*.gen.ts', ...start, ...screens, ...expenses, ...landing, ...administration],
    },
    {
      path: '<rootDir>/src/i18n/locales/{locale}/screens',
      include: screens,
      exclude: ['dashboard/insights/ai', 'settings/ai', 'contact/form'].map(
        (area) => `<rootDir>/src/features/${area}`,
      ),
    },
    {
      path: '<rootDir>/src/i18n/locales/{locale}/expenses',
      include: expenses,
      exclude: ['<rootDir>/src/features/expenses/ai'],
    },
    {
      path: '<rootDir>/src/i18n/locales/{locale}/landing',
      include: landing,
    },
    {
      path: '<rootDir>/src/i18n/locales/{locale}/administration',
      include: administration,
    },
  ],
})
