import { useLingui } from '@lingui/react/macro'
import type { CompanySettings } from '#domain/settings/company-settings.ts'

/** A setting of a company with a list of options. `layoutCompanies` is one of the whole platform. */
export type ListedSetting = Exclude<keyof CompanySettings, 'ussdCode' | 'aiDailyMax' | 'layoutCompanies'>

/** One setting with its name and its options, the default first. */
export type ReadingChoice = {
  readonly name: ListedSetting
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

/** The settings where the specification allows two readings, in words. */
export function useReadingChoices(): readonly ReadingChoice[] {
  const { t } = useLingui()
  const codes = [
    { value: 'tra', label: t`As TRA prints it` },
    { value: 'alnum9', label: t`9 letters or digits` },
    { value: 'digits9', label: t`9 digits` },
    { value: 'free', label: t`3 to 255 characters` },
  ]
  const nineOrMore = [
    { value: 'exact9', label: t`Exactly 9` },
    { value: 'min9', label: t`At least 9` },
  ]
  const oldPages = [
    { value: 'light', label: t`A simple page` },
    { value: 'redirect', label: t`Go to the new page` },
  ]
  return [
    {
      name: 'taxExpenseSpecialRelief',
      label: t`Special relief on expenses`,
      options: [
        { value: '0', label: '0%' },
        { value: '5', label: '5%' },
      ],
    },
    { name: 'expenseReceiptCodeCodeEntry', label: t`Receipt code that is scanned or typed`, options: codes },
    {
      name: 'expenseReceiptCodeManual',
      label: t`Receipt code of an expense written by hand`,
      options: codes,
    },
    { name: 'vendorTaxNumber', label: t`Digits of the vendor's TIN`, options: nineOrMore },
    { name: 'vendorVatNumber', label: t`Characters of the vendor's VRN`, options: nineOrMore },
    {
      name: 'vendorSerial',
      label: t`Characters of the vendor's serial number`,
      options: [
        { value: 'min10', label: t`At least 10` },
        { value: 'max10', label: t`Up to 10` },
        { value: 'any', label: t`1 to 20` },
      ],
    },
    {
      name: 'passwordCurrentRule',
      label: t`Current password, when it is changed`,
      options: [
        { value: 'required', label: t`Any length` },
        { value: 'len5to20', label: t`5 to 20 characters` },
      ],
    },
    {
      name: 'layoutProfile',
      label: t`Layout of the profile page`,
      options: [
        { value: 'auto', label: t`By user type` },
        { value: 'default', label: t`General layout` },
        { value: 'ownerCompany', label: t`Company layout` },
      ],
    },
    { name: 'legacyCustomers', label: t`Old address of customers`, options: oldPages },
    { name: 'legacySales', label: t`Old address of sales`, options: oldPages },
  ]
}
