import type { CompanySettings } from '#domain/settings/company-settings.ts'

/**
 * The stored settings of a company without the frame of `/companies`: that one holds for the whole platform, because
 * only administrators without a company open the page. Rows of older servers and requests of older apps may name it.
 */
export function ownSettings(stored: Partial<CompanySettings>): Partial<CompanySettings> {
  const { layoutCompanies: _ofPlatform, ...own } = stored
  return own
}
