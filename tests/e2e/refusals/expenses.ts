import { latestWork, type Work } from '../steps/left-work.ts'
import { newExpense } from '../steps/new-records.ts'
import type { MendedCode } from '../steps/refusal-sentences.ts'
import { EDIT_OF_NOTHING, type Fields, type FormRefusal, mendForms, TOO_LONG, wrongFields } from './forms.ts'
import type { Stage } from './stage.ts'

/** An expense of Tsh 4,500 with VAT in it at another rate, or paid otherwise. */
function inclusive(rate: number, paid: number) {
  return {
    amountType: 'INCLUSIVE',
    items: [{ description: 'WATER', quantity: 1000, unitAmount: 450_000, taxType: 'standard', rate }],
    payments: [{ method: 'CASH', amount: paid }],
  }
}

const CODE = 'Receipt code'
/** Fits every rule for receipt codes. */
const codeOf = (number: string, next: number) => String(Number(`9${number}`) + next)

/**
 * Expenses likewise, under each rule that a company may have for its receipts. Gives a sound one, as it was queued.
 */
export async function mendExpenses(
  stage: Stage,
  number: string,
  setRules: (rules: object) => Promise<void>,
): Promise<Work> {
  const { page } = stage.english
  await stage.phone.context.setOffline(true)
  await newExpense(page, codeOf(number, 0))
  const model = await latestWork(page, 'expense.save')
  let next = 0
  const expense = (change: Fields) => {
    next += 1
    return wrongFields({ receiptCode: codeOf(number, next), ...change })
  }
  const vendor = (change: Fields) => {
    const nobody = { name: '', taxNumber: '', vatNumber: '', phone: '', serial: '' }
    return expense({ vendor: { ...nobody, ...change } })
  }
  const item = { description: 'WATER', quantity: 1000, unitAmount: 450_000, taxType: 'standard', rate: 0 }
  const vendorCode = (code: MendedCode, change: Fields, field: string, good: string): FormRefusal => {
    return { code, wrong: vendor(change), field, good }
  }
  await mendForms(stage, model, [
    {
      code: 'EXPENSE_CODE_FREE',
      wrong: expense({ receiptCode: 'AB' }),
      field: CODE,
      good: codeOf(number, 101),
    },
    {
      code: 'EXPENSE_CODE_REGISTERED',
      wrong: expense({ receiptCode: codeOf(number, 0) }),
      field: CODE,
      good: codeOf(number, 102),
    },
    vendorCode('VENDOR_NAME_TOO_LONG', { name: TOO_LONG(101) }, 'Vendor', 'Duka la Maji'),
    vendorCode('VENDOR_TAX_NUMBER_EXACT', { taxNumber: '1234' }, "Vendor's tax number", '123456789'),
    vendorCode('VENDOR_VAT_NUMBER_EXACT', { vatNumber: '1234' }, "Vendor's VAT number", '12345678A'),
    vendorCode('VENDOR_PHONE_INVALID', { phone: '12' }, "Vendor's phone number", '0700000101'),
    vendorCode('VENDOR_SERIAL_SHORT', { serial: '123' }, 'Serial number', '10TZ100100'),
    {
      code: 'EXPENSE_CATEGORY_REQUIRED',
      wrong: { ...expense({ category: 'GIFTS' }), record: { receiptCode: codeOf(number, 100) } },
      field: 'Category',
      good: 'WATER',
    },
    {
      code: 'EXPENSE_DESCRIPTION_LENGTH',
      wrong: expense({ items: [{ ...item, description: 'ab' }] }),
      field: 'Note',
      good: 'Maji ya duka',
    },
    {
      code: 'EXPENSE_AMOUNT_NOT_POSITIVE',
      wrong: expense({ items: [{ ...item, unitAmount: 0 }] }),
      field: 'Amount',
      good: '4500',
    },
    {
      code: 'EXPENSE_TOTAL_TOO_LARGE',
      wrong: expense({
        ...inclusive(1800, 1),
        amountType: 'EXCLUSIVE',
        items: [{ ...item, unitAmount: 99_999_999_900, rate: 1800 }],
      }),
      field: 'Amount',
      good: '4500',
    },
    {
      code: 'EXPENSE_DATE_INVALID',
      wrong: expense({ day: '2026-13-45' }),
      field: 'Date',
      good: '2026-11-20',
    },
    { code: 'EXPENSE_DATE_AHEAD', wrong: expense({ day: '2031-01-01' }), field: 'Date', good: '2026-11-20' },
    { code: 'EXPENSE_TIME_REQUIRED', wrong: expense({ time: '' }), field: 'Time', good: '10:00' },
    { code: 'EXPENSE_TIME_INVALID', wrong: expense({ time: '25:99' }), field: 'Time', good: '10:00' },
    {
      code: 'EXPENSE_RATE_UNKNOWN',
      wrong: expense(inclusive(1700, 450_000)),
      field: 'Tax type',
      good: 'standard',
    },
    { code: 'EXPENSE_PAYMENTS_DIFFER', wrong: expense(inclusive(1800, 1)), field: '' },
    {
      code: 'EXPENSE_PAYMENTS_DIFFER_NO_VAT',
      wrong: expense({ payments: [{ method: 'CASH', amount: 1 }] }),
      field: '',
    },
    { code: 'EXPENSE_NOT_FOUND', wrong: EDIT_OF_NOTHING },
  ])
  // The rules of the company were changed while this phone was away: it still knows the old ones.
  await setRules({
    expenseReceiptCodeManual: 'tra',
    vendorTaxNumber: 'min9',
    vendorVatNumber: 'min9',
    vendorSerial: 'max10',
  })
  await mendForms(stage, model, [
    {
      code: 'EXPENSE_CODE_TRA',
      wrong: expense({ receiptCode: 'LPO17' }),
      field: CODE,
      good: codeOf(number, 103),
    },
    vendorCode('VENDOR_TAX_NUMBER_SHORT', { taxNumber: '1234' }, "Vendor's tax number", '123456789'),
    vendorCode('VENDOR_VAT_NUMBER_SHORT', { vatNumber: '1234' }, "Vendor's VAT number", '12345678A'),
    vendorCode('VENDOR_SERIAL_LONG', { serial: '10TZ1001001' }, 'Serial number', '10TZ100100'),
  ])
  await setRules({ expenseReceiptCodeManual: 'alnum9' })
  await mendForms(stage, model, [
    {
      code: 'EXPENSE_CODE_ALNUM9',
      wrong: expense({ receiptCode: 'LPO17' }),
      field: CODE,
      good: codeOf(number, 104),
    },
  ])
  await setRules({ expenseReceiptCodeManual: 'digits9' })
  await mendForms(stage, model, [
    {
      code: 'EXPENSE_CODE_DIGITS9',
      wrong: expense({ receiptCode: 'LPO17' }),
      field: CODE,
      good: codeOf(number, 105),
    },
  ])
  await setRules({})
  return model
}
