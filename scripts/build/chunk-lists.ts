/**
 * Which modules are built into one file together, by name: a file, or a folder with `/` at its end. Names start at the
 * project folder or below node_modules. There are no patterns and no exceptions, so that a renamed file cannot change
 * its chunk unnoticed: `npm run check` refuses a name that does not exist, the build one that it does not contain.
 */

const MANTINE = '@mantine/core/esm/components/'

/** Our modules that the pages before a login share. */
export const ENTRY = [
  'src/ui/use-online.ts',
  'src/ui/every-minute.ts',
  'src/ui/icon.tsx',
  'src/ui/help-link/',
  'src/ui/entry-alert.tsx',
  'src/api/retry-at.ts',
  'src/domain/calendar/east-africa-offset.ts',
  'src/i18n/next-steps.ts',
  'src/domain/permissions/public-menu.ts',
  // Prices are read before a login too.
  ...['basis-points', 'cents', 'quantity'].map((name) => `src/domain/money/${name}.ts`),
  'src/domain/users/login-form.ts',
]

/**
 * What every screen behind the login needs, with all it imports: one file instead of thirty. Modules that only
 * sheets, long forms or the invoice editor need are not here.
 */
export const SIGNED_IN = [
  'dexie/',
  'dexie-react-hooks/',
  '@mantine/core/esm/core/',
  ...['Button', 'UnstyledButton', 'Loader', 'Transition', 'Input', 'CloseButton'].map(
    (component) => `${MANTINE}${component}/`,
  ),
  ...[
    'use-id',
    'use-isomorphic-effect',
    'use-media-query',
    'use-merged-ref',
    'use-mounted',
    'use-reduced-motion',
    'use-uncontrolled',
    'utils',
  ].map((hook) => `@mantine/hooks/esm/${hook}/`),
  'src/app-context/app-context.ts',
  'src/blocks/pickers/search-field.tsx',
  'src/blocks/day-list/',
  'src/blocks/status-pill/',
  // What the list of invoices shares with its table, its search and the older ones: a file of its own would be one more.
  'src/features/invoices/list/by-sale-day.ts',
  'src/features/invoices/list/list-row.tsx',
  ...[
    'account-database',
    'account-id',
    'categories',
    'customers',
    'device-database',
    'expense-row',
    'fold-text',
    'index-newest-invoices',
    'invoice-keys',
    'invoices',
    'meta',
    'number-key',
    'outbox-entries',
    'products',
    'registry',
    'search-invoices',
    'search-rows',
    'server-copies',
    'storage-failure',
    'trusted-time',
    'vendor-row',
    'watch',
    'with-reconnect',
  ].map((name) => `src/data/${name}.ts`),
  ...['east-africa', 'period-presets', 'trusted-clock'].map((name) => `src/domain/calendar/${name}.ts`),
  'src/domain/companies/company.ts',
  ...['content-of', 'invoice', 'line-amounts'].map((name) => `src/domain/invoices/${name}.ts`),
  ...['money-text', 'round-half-up', 'split-by-share'].map((name) => `src/domain/money/${name}.ts`),
  ...['can', 'may-open', 'menus', 'operator-rights', 'routes'].map(
    (name) => `src/domain/permissions/${name}.ts`,
  ),
  'src/domain/text/count-text.ts',
  'src/domain/text/one-line.ts',
  'src/i18n/format-dates.ts',
  'src/i18n/status-names.ts',
  'src/session/account.ts',
  'src/sync/status.ts',
  'src/ui/empty-state/',
  'src/ui/lazy-component.tsx',
  'src/ui/on-idle.ts',
  'src/ui/theme.ts',
  'src/ui/toast/',
  'src/ui/use-address-state.ts',
  'src/ui/use-wide.ts',
]

/**
 * Mantine's form components. Every module imports Mantine through one module, so the imports do not show which screen
 * uses which component. The components of dialogs and menus are left to the bundler.
 */
export const FORM_PARTS = [
  'Combobox',
  'FileButton',
  'InputBase',
  'NativeSelect',
  'Progress',
  'SegmentedControl',
  'TextInput',
  'Textarea',
].map((component) => `${MANTINE}${component}/`)

/**
 * What is opened together: the area of a screen is the first whose list has the lazily loaded module that leads to
 * it, `other` if none has. Modules that only one area reaches go into the file of that area.
 */
export const AREAS: readonly (readonly [name: string, lazyModules: readonly string[]])[] = [
  [
    'start',
    [
      'src/app/register-worker.ts',
      'src/app/reload-when-safe.ts',
      'src/app/after-start.ts',
      'src/app/show-maintenance.tsx',
      'src/features/login/',
      'src/features/maintenance/',
      'src/features/in-app-browser/',
    ],
  ],
  // A person who opens the login page does not wait for the other public pages.
  ['public', ['src/features/landing/']],
  ['invoices', ['src/features/invoices/list/invoice-list-screen.tsx']],
  // Tables only open on a wide screen: a phone keeps them, and does not run them.
  ['invoices-tables', ['src/features/invoices/list/table/']],
  ['list', ['src/features/invoices/list/']],
  ['dashboard', ['src/features/dashboard/']],
  ['shell', ['src/features/shell/shell.tsx', 'src/routes/-frame.tsx']],
  ['menus', ['src/features/shell/', 'src/blocks/install/', 'src/blocks/update-offer/']],
  [
    'session',
    [
      'src/session/',
      'src/app/account-calls.ts',
      'src/app/open-account-runtime.ts',
      'src/app/idle-lock.ts',
      'src/app/pin-service.ts',
      'src/features/lock/',
      'src/features/account/',
    ],
  ],
  [
    'sync',
    [
      'src/app/sync-engine.ts',
      'src/app/live-updates.ts',
      'src/app/clear-shown-notifications.ts',
      'src/app/device-notifications.ts',
      'src/app/monitor-storage.ts',
      'src/commands/drop-refused-writes.ts',
      'src/commands/must-enqueue.ts',
    ],
  ],
  ['firebase', ['src/app/firebase-token.ts', 'src/app/analytics/firebase-transport.ts']],
  ['counter', ['src/features/invoices/edit/', 'src/blocks/pickers/']],
  ['receipt', ['src/features/invoices/view/', 'src/blocks/receipt/']],
  ['outbox', ['src/features/sync/']],
  ['records-tables', ['src/features/customers/table/', 'src/features/products/table/']],
  ['expenses-tables', ['src/features/expenses/table/']],
  ['records', ['src/features/customers/', 'src/features/products/', 'src/app-context/collect-sheet.tsx']],
  // The expense report is made of the same parts as the sales report.
  ['sales', ['src/features/sales/', 'src/features/expenses/report/']],
  ['expenses', ['src/features/expenses/']],
  ['settings', ['src/features/settings/']],
  // Works only with the server: the worker does not store files whose names begin so.
  ['administration-people', ['src/features/users/']],
  ['administration-accounting', ['src/features/accounting/']],
  ['administration-developer', ['src/features/developer/']],
  [
    'administration-ussd',
    [
      'src/features/ussd/',
      'src/domain/ussd/check-ussd-phone.ts',
      ...['gsm-text', 'ussd-draft', 'ussd-machine', 'ussd-screens', 'ussd-words'].map(
        (name) => `src/domain/ussd/${name}.ts`,
      ),
    ],
  ],
  [
    'administration-reports',
    [
      ...['invoices-report', 'receipt-reissuing', 'audit', 'tax-tips-cms'].map(
        (area) => `src/features/${area}/`,
      ),
    ],
  ],
  [
    'administration-company',
    [
      'src/routes/-company-views.tsx',
      'src/features/companies/payments-section.tsx',
      'src/features/companies/record-payment-form.tsx',
      'src/features/companies/law-rates-sheet.tsx',
    ],
  ],
  [
    'administration-self-service',
    ['contact/form', 'profile', 'recovery', 'registration', 'welcome'].map((area) => `src/features/${area}/`),
  ],
  [
    'administration-organizations',
    ['organizations', 'potential-clients'].map((area) => `src/features/${area}/`),
  ],
  ['administration', ['src/contract/online-endpoints.ts', 'src/features/companies/']],
  [
    'help',
    [
      'src/features/payment/',
      'src/features/contact/contact-screen.tsx',
      'src/blocks/subscription/',
      'src/features/help/help-screen.tsx',
      'src/features/tax-tips/tax-tips-screen.tsx',
    ],
  ],
]

/** Areas that are open from the first screen behind the login on. */
export const ALWAYS_OPEN: ReadonlySet<string> = new Set(['shell', 'session', 'sync', 'dashboard'])

/** Every name of these lists. */
export const listedNames = [...ENTRY, ...SIGNED_IN, ...FORM_PARTS, ...AREAS.flatMap(([, names]) => names)]

/** Whether a name matches the module `id` (an absolute path, with or without a query). */
export function isNamed(id: string, name: string): boolean {
  const path = id.replace(/\?.*$/, '')
  const below = name.startsWith('src/') ? `/${name}` : `/node_modules/${name}`
  return name.endsWith('/') ? path.includes(below) : path.endsWith(below)
}
