/** The accounting services that a company can connect (spec §1). */
export const ACCOUNTING_PROVIDERS = ['xero', 'quickbooks'] as const
export type AccountingProvider = (typeof ACCOUNTING_PROVIDERS)[number]

/** The services by the names that people know. */
export const ACCOUNTING_NAMES: Readonly<Record<AccountingProvider, 'Xero' | 'QuickBooks'>> = {
  xero: 'Xero',
  quickbooks: 'QuickBooks',
}
