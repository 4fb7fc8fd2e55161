import { PAYMENT_TYPES, type PaymentType } from '../invoices/invoice.ts'
import type { FieldRefusal } from '../refusal.ts'
import { ok, type Result, refuse } from '../result.ts'
import { oneLine } from '../text/one-line.ts'
import { type CompanyContact, type CompanyRefusal, checkCompanyContact } from './check-company.ts'
import { type Company, type CompanyChoices, mayBeUnpaid } from './company.ts'

export const DEFAULT_CHOICES: CompanyChoices = {
  receiptSecondLine: '',
  receiptFooter: '',
  paymentTypes: [...PAYMENT_TYPES],
  unpaidSales: true,
  receiptPaper: '80',
  receiptLayout: 'logo',
  paymentReferences: false,
}

/** Longest line that a receipt takes beside what the authority asks for. */
export const MAX_RECEIPT_TEXT = 100

export const CHOICE_REFUSALS = ['RECEIPT_TEXT_TOO_LONG', 'PAYMENT_TYPE_REQUIRED'] as const

/** The owner's page: contact details and choices of the company. */
export type OwnCompany = CompanyContact & CompanyChoices

/** A company as the owner's page shows it, before anything is changed there. */
export function ownCompanyOf({
  email,
  phone,
  address,
  choices,
}: CompanyContact & Pick<Company, 'choices'>): OwnCompany {
  return { email, phone, address, ...(choices ?? DEFAULT_CHOICES) }
}

/** The owner's page as it is edited: each payment method is a field of its own, which two owners may change apart. */
export type OwnCompanyForm = OwnCompany & Readonly<Record<PaymentType, boolean>>

/** The owner's page with a switch for each payment method. */
export function ownCompanyForm(own: OwnCompany): OwnCompanyForm {
  const offered = (type: PaymentType) => own.paymentTypes.includes(type)
  return {
    ...own,
    ...{ cash: offered('cash'), 'e-money': offered('e-money') },
    ...{ credit_card: offered('credit_card'), cheque: offered('cheque') },
  }
}

/** The owner's page as its switches say. */
export function ownCompanyFromForm(form: OwnCompanyForm): OwnCompany {
  const { cash: _, 'e-money': __, credit_card: ___, cheque: ____, ...own } = form
  return { ...own, paymentTypes: PAYMENT_TYPES.filter((type) => form[type]) }
}

/** Payment methods after an edit: those that it turned on or off; the others as they are now. */
export function mergePaymentTypes(
  current: readonly PaymentType[],
  base: readonly PaymentType[],
  edited: readonly PaymentType[],
): PaymentType[] {
  return PAYMENT_TYPES.filter((type) => {
    const isOn = edited.includes(type)
    return isOn === base.includes(type) ? current.includes(type) : isOn
  })
}

/** Validates the owner's page (spec §5, company form): the fields in stored form, or every refusal at its field. */
export function checkOwnCompany(
  form: OwnCompany,
): Result<OwnCompany, CompanyRefusal | (typeof CHOICE_REFUSALS)[number]> {
  const refusals: FieldRefusal<CompanyRefusal | (typeof CHOICE_REFUSALS)[number]>[] = []
  const contact = checkCompanyContact(form)
  if (!contact.ok) refusals.push(...contact.refusals)
  const receiptSecondLine = oneLine(form.receiptSecondLine)
  const receiptFooter = oneLine(form.receiptFooter)
  if (receiptSecondLine.length > MAX_RECEIPT_TEXT)
    refusals.push({ path: 'receiptSecondLine', code: 'RECEIPT_TEXT_TOO_LONG' })
  if (receiptFooter.length > MAX_RECEIPT_TEXT)
    refusals.push({ path: 'receiptFooter', code: 'RECEIPT_TEXT_TOO_LONG' })
  const paymentTypes = PAYMENT_TYPES.filter((type) => form.paymentTypes.includes(type))
  if (paymentTypes.length === 0) refusals.push({ path: 'paymentTypes', code: 'PAYMENT_TYPE_REQUIRED' })
  if (refusals.length > 0 || !contact.ok) return refuse(refusals)
  return ok({
    ...contact.value,
    receiptSecondLine,
    receiptFooter,
    paymentTypes,
    unpaidSales: mayBeUnpaid(form),
    receiptPaper: form.receiptPaper,
    receiptLayout: form.receiptLayout,
    paymentReferences: form.paymentReferences,
  })
}
