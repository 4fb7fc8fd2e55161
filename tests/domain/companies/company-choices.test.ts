import { describe, expect, it } from 'vitest'
import { checkOwnCompany, type OwnCompany } from '#domain/companies/company-choices.ts'

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
