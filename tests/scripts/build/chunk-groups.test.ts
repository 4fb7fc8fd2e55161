import { describe, expect, it } from 'vitest'
import { chunkNameOf, namesWithoutModule } from '../../../scripts/build/chunk-groups.ts'
import { isNamed } from '../../../scripts/build/chunk-lists.ts'

/** The importers of each module; `!` marks one that imports it lazily. */
function graphOf(importers: Readonly<Record<string, readonly string[]>>) {
  return {
    getModuleInfo: (id: string) => {
      const all = importers[id] ?? []
      return {
        importers: all.filter((importer) => !importer.startsWith('!')),
        dynamicImporters: all.filter((importer) => importer.startsWith('!')),
        isEntry: id === '/src/main.tsx',
      }
    },
  }
}

const graph = graphOf({
  '/src/features/contact/contact-screen.tsx': ['!/src/routes/_public/contact-us.tsx'],
  '/src/features/contact/provider-ways.tsx': ['/src/features/contact/contact-screen.tsx'],
  '/src/features/contact/form/contact-form.tsx': ['!/src/features/contact/contact-screen.tsx'],
  '/src/domain/money.ts': ['/src/main.tsx', '/src/features/invoices/view/receipt-screen.tsx'],
  '/src/features/invoices/view/receipt-screen.tsx': ['!/src/routes/receipt.tsx'],
  '/src/features/invoices/view/timeline.tsx': ['/src/features/invoices/view/receipt-screen.tsx'],
  '/src/features/invoices/view/mail-sheet.tsx': ['!/src/features/invoices/view/receipt-screen.tsx'],
  '/src/features/settings/settings-screen.tsx': ['!/src/routes/settings.tsx'],
  '/src/features/shell/shell.tsx': ['!/src/main.tsx'],
  '/src/features/invoices/list/invoice-list-screen.tsx': ['!/src/routes/invoices.tsx'],
  '/src/domain/rows.ts': [
    '/src/features/invoices/list/invoice-list-screen.tsx',
    '/src/features/invoices/view/receipt-screen.tsx',
  ],
  '/src/ui/money-field.tsx': [
    '/src/features/invoices/view/mail-sheet.tsx',
    '/src/features/settings/settings-screen.tsx',
  ],
  '/src/blocks/file-progress/file-progress.tsx': [
    '/src/features/invoices/view/mail-sheet.tsx',
    '/src/features/settings/settings-screen.tsx',
  ],
  '/src/domain/mail.ts': [
    '/src/features/invoices/view/mail-sheet.tsx',
    '/src/features/settings/settings-screen.tsx',
  ],
  '/src/domain/clock.ts': ['/src/features/shell/shell.tsx', '/src/features/settings/settings-screen.tsx'],
  '/src/blocks/late-banner.tsx': ['!/src/app/late.ts'],
  '/src/features/landing/landing.tsx': ['!/src/routes/index.tsx'],
  '/src/domain/tin.ts': ['/src/features/settings/settings-screen.tsx', '/src/blocks/late-banner.tsx'],
  '/src/ui/dot.tsx': ['/src/features/settings/settings-screen.tsx', '/src/blocks/late-banner.tsx'],
  '/src/domain/price.ts': ['/src/features/landing/landing.tsx', '/src/blocks/late-banner.tsx'],
  '/src/features/expenses/list-screen.tsx': ['!/src/routes/expenses.tsx'],
  '/src/features/expenses/table/table.tsx': ['!/src/features/expenses/list-screen.tsx'],
  '/src/features/invoices/list/table/invoices-table.tsx': [
    '!/src/features/invoices/list/invoice-list-screen.tsx',
  ],
  '/src/features/customers/table/table.tsx': ['!/src/features/customers/screen.tsx'],
  '/src/features/expenses/details.tsx': [
    '/src/features/expenses/list-screen.tsx',
    '/src/features/expenses/table/table.tsx',
  ],
  '/src/blocks/table-page.tsx': [
    '/src/features/expenses/table/table.tsx',
    '/src/features/customers/table/table.tsx',
  ],
  '/node_modules/ky/index.js': [
    '/src/features/shell/shell.tsx',
    '/src/features/settings/settings-screen.tsx',
  ],
})

describe('the files the app is built into', () => {
  it.each([
    [
      'a screen, what only it needs and its sheets',
      '/src/features/invoices/view/receipt-screen.tsx',
      'receipt',
    ],
    ['a screen, what only it needs and its sheets', '/src/features/invoices/view/timeline.tsx', 'receipt'],
    ['a screen, what only it needs and its sheets', '/src/features/invoices/view/mail-sheet.tsx', 'receipt'],
    ['what a screen and its table share', '/src/features/expenses/details.tsx', 'expenses'],
    ['what only tables share', '/src/blocks/table-page.tsx', 'tables'],
    ['what only one table needs', '/src/features/expenses/table/table.tsx', 'expenses-tables'],
    [
      'the table of the invoices, apart from their list',
      '/src/features/invoices/list/table/invoices-table.tsx',
      'invoices-tables',
    ],
    ['parts of forms that several areas share', '/src/ui/money-field.tsx', 'forms'],
    ['the progress of a file, made of such parts', '/src/blocks/file-progress/file-progress.tsx', 'forms'],
    ['what several areas share', '/src/domain/mail.ts', 'shared'],
    ['what is needed from the first screen on', '/src/domain/clock.ts', 'workplace'],
    ['rules shared with what belongs to no area', '/src/domain/tin.ts', 'domain'],
    ['other parts shared with what belongs to no area', '/src/ui/dot.tsx', 'common'],
    ['packages needed from the first screen on', '/node_modules/ky/index.js', 'packages'],
    ['how to reach the provider, stored as the help is', '/src/features/contact/provider-ways.tsx', 'help'],
    [
      'the form for the provider, which is not stored',
      '/src/features/contact/form/contact-form.tsx',
      'administration-self-service',
    ],
  ])('%s: %s', (_, id, part) => {
    expect(chunkNameOf(id, graph)).toBe(part)
  })

  it.each([
    ['the first paint', '/src/domain/money.ts'],
    ['the list of invoices', '/src/domain/rows.ts'],
    ['the landing page', '/src/domain/price.ts'],
    ['words', '/src/i18n/locales/sw/messages.po'],
  ])('what %s needs is divided by hand', (_, id) => {
    expect(chunkNameOf(id, graph)).toBeNull()
  })
})

describe('a name in the lists', () => {
  it.each([
    ['/app/src/data/meta.ts', 'src/data/meta.ts', true],
    ['/app/src/ui/toast/toaster.module.css?x', 'src/ui/toast/', true],
    ['/app/node_modules/dexie/dist/dexie.js', 'dexie/', true],
    ['/app/node_modules/dexie-react-hooks/index.js', 'dexie/', false],
    ['/app/src/data/meta.test.ts', 'src/data/meta', false],
  ])('of %s: %s (%s)', (id, name, named) => {
    expect(isNamed(id, name)).toBe(named)
  })

  it('is reported when no module has it', () => {
    const ids = ['/app/src/data/meta.ts']
    expect(namesWithoutModule(['src/data/meta.ts', 'src/data/moved.ts'], ids)).toEqual(['src/data/moved.ts'])
  })
})
