import { describe, expect, it } from 'vitest'
import {
  checkOwnCompany,
  mergePaymentTypes,
  type OwnCompany,
  ownCompanyForm,
  ownCompanyFromForm,
} from '#domain/companies/company-choices.ts'

const FORM: OwnCompany = {
  email: 'duka@example.com',
  phone: '700000101',
  address: 'Kariakoo',
  receiptSecondLine: ' Vyakula  na vinywaji ',
  receiptFooter: '',
  paymentTypes: ['e-money', 'cash'],
  receiptPaper: '58',
  receiptLayout: 'compact',
}

describe('checkOwnCompany (spec §5, company form; spec §9, payment types)', () => {
  it('gives the fields in stored form, the payment types in their own order', () => {
    expect(checkOwnCompany(FORM)).toEqual({
      ok: true,
      value: {
        ...FORM,
        phone: '+255700000101',
        receiptSecondLine: 'Vyakula na vinywaji',
        paymentTypes: ['cash', 'e-money'],
        unpaidSales: true,
      },
    })
  })

  it.each<[Partial<OwnCompany>, string, string]>([
    [{ phone: '7' }, 'phone', 'COMPANY_PHONE_REQUIRED'],
    [{ receiptSecondLine: 'x'.repeat(101) }, 'receiptSecondLine', 'RECEIPT_TEXT_TOO_LONG'],
    [{ receiptFooter: 'x'.repeat(101) }, 'receiptFooter', 'RECEIPT_TEXT_TOO_LONG'],
    [{ paymentTypes: [] }, 'paymentTypes', 'PAYMENT_TYPE_REQUIRED'],
  ])('refuses %j', (changed, path, code) => {
    expect(checkOwnCompany({ ...FORM, ...changed })).toEqual({ ok: false, refusals: [{ path, code }] })
  })
})

describe('payment methods that two owners change', () => {
  it('keeps those that the edit did not touch as they are now', () => {
    expect(mergePaymentTypes(['cash'], ['cash', 'cheque'], ['cash', 'e-money', 'cheque'])).toEqual([
      'cash',
      'e-money',
    ])
    expect(mergePaymentTypes(['cash', 'cheque'], ['cash'], [])).toEqual(['cheque'])
  })

  it('has a switch for each on the page, so that what one typed does not cover what the other saved', () => {
    const known = ownCompanyForm({ ...FORM, paymentTypes: ['cash'] })
    expect(ownCompanyFromForm(known)).toEqual({ ...FORM, paymentTypes: ['cash'] })
    expect(ownCompanyFromForm({ ...known, cheque: true }).paymentTypes).toEqual(['cash', 'cheque'])
  })
})
