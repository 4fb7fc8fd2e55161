import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReceiptLayout } from '#domain/companies/company.ts'
import { DEFAULT_CHOICES } from '#domain/companies/company-choices.ts'
import { statedEnvironment } from '#domain/fiscal/environment.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { receiptLines } from '#domain/receipts/receipt-lines.ts'
import { receiptMessages } from '#server/messages/receipt-messages.ts'
import {
  eat,
  exampleInvoice,
  exampleLine,
  exampleReceipt,
  type InvoiceChange,
  percent,
  pieces,
  tsh,
} from '../example-invoice.ts'
import { anyContent } from '../invoice-arbitraries.ts'
import { exampleCompany } from './example-receipt.ts'

const words = receiptMessages.en

function linesOf(change: InvoiceChange, copy = false): ReceiptLine[] {
  return receiptLines({ invoice: exampleInvoice(change), company: exampleCompany(), copy }, words)
}

/** A receipt as one reads it aloud. */
function read(lines: readonly ReceiptLine[]): string[] {
  return lines.map((line) => {
    switch (line.kind) {
      case 'rule':
        return '---'
      case 'fact':
      case 'sum':
      case 'grand':
        return `${line.name}: ${line.value.replaceAll('\u00A0', ' ')}`
      case 'item':
        return [line.description, line.measure, line.amount, line.discount?.name, line.discount?.value]
          .filter(Boolean)
          .join(' | ')
      case 'logo':
        return 'logo'
      case 'code':
        return `${line.name}: ${line.text}`
      default:
        return `${line.kind} ${line.text}`
    }
  })
}

test('the owner’s second line is under the name of the company, the footer below everything but the frame', () => {
  const choices = { receiptSecondLine: 'Vyakula na vinywaji', receiptFooter: 'Karibu tena', paymentTypes: [] }
  const company = { ...exampleCompany(), choices }
  const lines = read(receiptLines({ invoice: exampleInvoice({}), company, copy: false }, words))
  expect(lines[lines.indexOf(`seller ${company.name}`) + 1]).toBe('centred Vyakula na vinywaji')
  expect(lines.slice(-3, -1)).toEqual(['---', 'centred Karibu tena'])
})

test('the compact layout has no logo, rules around the items only, and everything else (owner’s choice)', () => {
  const logo = { width: 8, height: 1, dots: 'ff' }
  const texts = { receiptSecondLine: 'Vyakula', receiptFooter: 'Karibu tena', paymentTypes: [] }
  const linesOf = (receiptLayout: ReceiptLayout | undefined) => {
    const company = { ...exampleCompany(), logo, choices: { ...texts, receiptLayout } }
    return read(receiptLines({ invoice: exampleInvoice({}), company, copy: false }, words))
  }
  const full = linesOf('logo')
  const compact = linesOf('compact')
  expect(linesOf(undefined)).toEqual(full)
  expect(full).toContain('logo')
  const isContent = (line: string) => line !== '---' && line !== 'logo'
  expect(compact.filter((line) => line !== '---')).toEqual(full.filter(isContent))
  expect(compact.filter((line) => line === '---')).toHaveLength(2)
})

describe('the receipt follows the order of the legal layout (TRA portal page, labels in its order)', () => {
  test('a sale with a discount, two letters and two payments', () => {
    const content = {
      lines: [
        exampleLine({
          description: 'Cement 50kg',
          quantity: pieces(3),
          unitPrice: tsh(4500),
          discount: percent(10),
        }),
        exampleLine({
          description: 'Sugar',
          quantity: pieces(0.5),
          unitPrice: tsh(3200),
          taxType: 'zero_rated',
          rate: percent(0),
        }),
      ],
      payments: [{ type: 'cash', amount: tsh(10000) }] as const,
      customer: {
        customerId: null,
        name: 'Asha & Sons',
        identificationType: 'TAX_IDENTIFICATION_NUMBER',
        identificationNumber: '999000222',
        phone: '+255700000101',
        email: '',
        vatRegistrationNumber: '',
      } as const,
      reference: 'LPO 7',
    }
    const receipt = exampleReceipt({ simulated: false })
    expect(read(linesOf({ ...content, status: 'issued', receipt }))).toEqual([
      'frame *** START OF LEGAL RECEIPT ***',
      'mark TRA',
      'seller Duka la Mfano',
      'centred Mtaa wa Mfano 1, Dar es Salaam',
      'centred +255 700 000 100',
      '---',
      'TIN: 999-000-111',
      'VRN: 40-000111-M',
      'SERIAL NO: 10TZ199999',
      'UIN: UIN10TZ199999',
      'TAX OFFICE: Tax Office Mfano',
      '---',
      'CUSTOMER NAME: Asha & Sons',
      'CUSTOMER ID TYPE: TIN',
      'CUSTOMER ID: 999-000-222',
      'CUSTOMER MOBILE: +255 700 000 101',
      '---',
      'RECEIPT NUMBER: 58',
      'Z NUMBER: 1/20260302',
      'RECEIPT DATE: 02-03-2026',
      'RECEIPT TIME: 09:15:07',
      'REFERENCE: LPO 7',
      'SERVED BY: Asha Mfano',
      '---',
      'Cement 50kg | 3 × 4,500.00 | 13,500.00 A | Discount 10% | -1,350.00',
      'Sugar | 0.5 × 3,200.00 | 1,600.00 C',
      '---',
      'TOTAL EXCL OF TAX: 11,896.61',
      'DISCOUNT: 1,350.00',
      'TAX RATE A (18%): 1,853.39',
      'TOTAL TAX: 1,853.39',
      'TOTAL INCL OF TAX: Tsh 13,750.00',
      'Cash: 10,000.00',
      'Not paid yet: 3,750.00',
      '---',
      'RECEIPT VERIFICATION CODE: SIM7QX58',
      'qr https://verify.tra.go.tz/SIM7QX58_091507',
      'frame *** END OF LEGAL RECEIPT ***',
    ])
  })

  test('a simulated receipt says so instead of both legal lines, and has no mark of the authority', () => {
    const lines = read(linesOf({ status: 'issued', receipt: exampleReceipt({ simulated: true }) }))
    expect(lines.at(0)).toBe('frame SI RISITI YA EFD - MAJARIBIO')
    expect(lines.at(1)).toBe('frame NOT A FISCAL RECEIPT - SIMULATION')
    expect(lines.at(-1)).toBe('frame NOT A FISCAL RECEIPT - SIMULATION')
    expect(lines.join('\n')).not.toMatch(/LEGAL|mark/)
  })

  test("a receipt of the authority's test system says so, also to an app that knows only simulated (design D20)", () => {
    const tested = exampleReceipt({ simulated: true, environment: 'test' })
    const lines = read(linesOf({ status: 'issued', receipt: tested }))
    expect(lines.slice(0, 2)).toEqual([
      'frame SI RISITI YA EFD - JARIBIO LA TRA',
      'frame NOT A FISCAL RECEIPT - TRA TEST',
    ])
    expect(lines.join('\n')).not.toMatch(/LEGAL|mark/)
    expect(statedEnvironment('test').simulated).toBe(true)
  })

  test('a draft says that it is not fiscal and has neither code, QR nor fiscal numbers (spec §4: drafts are printable)', () => {
    const lines = linesOf({ status: 'draft', receipt: null })
    expect(read(lines).filter((line) => line === 'frame Not a fiscal receipt')).toHaveLength(2)
    expect(lines.some(({ kind }) => kind === 'qr' || kind === 'code' || kind === 'mark')).toBe(false)
    expect(read(lines)).not.toContainEqual(expect.stringMatching(/RECEIPT NUMBER|Z NUMBER|UIN/))
    expect(read(lines)).toContain('SALE DATE: 02-03-2026')
  })

  test('a reprint carries COPY in both languages; a draft, which is no receipt, never does', () => {
    const receipt = exampleReceipt()
    expect(read(linesOf({ status: 'issued', receipt }, true))).toContain('notice COPY - NAKALA')
    expect(read(linesOf({ status: 'issued', receipt }))).not.toContain('notice COPY - NAKALA')
    expect(read(linesOf({ receipt: null }, true))).not.toContain('notice COPY - NAKALA')
  })

  test('a canceled one says so', () => {
    const cancellation = { at: eat('2026-03-02', '10:00:00'), by: 'Asha', reason: 'mistake' }
    const lines = linesOf({ status: 'canceled', receipt: exampleReceipt(), cancellation })
    expect(read(lines)).toContain('notice CANCELED')
  })

  test('the sale time of the phone is shown when it is more than ten minutes from the fiscal time (design D2)', () => {
    const receipt = exampleReceipt()
    const early = read(linesOf({ receipt, status: 'issued', saleAt: eat('2026-03-01', '18:00:00') }))
    expect(early).toContain('SALE DATE: 01-03-2026')
    expect(early).toContain('SALE TIME: 18:00:00')
    const close = read(linesOf({ receipt, status: 'issued', saleAt: eat('2026-03-02', '09:06:00') }))
    expect(close.join('\n')).not.toContain('SALE')
  })

  test('a seller without VAT registration is NOT REGISTERED, sells under C and shows no tax line (TRA guide)', () => {
    const invoice = exampleInvoice({ vatRegistered: false, status: 'issued', receipt: exampleReceipt() })
    const lines = read(receiptLines({ invoice, company: exampleCompany({ vrn: '' }), copy: false }, words))
    expect(lines).toContain('VRN: NOT REGISTERED')
    expect(lines).toContain('Cement 50kg | 1 × 1,000.00 | 1,000.00 C')
    expect(lines).toContain('TOTAL TAX: 0.00')
    expect(lines.join('\n')).not.toContain('TAX RATE')
  })
})

test('a receipt has the VRN of its day, also after the company was deregistered or has another one', () => {
  const vrnOf = (vrn: string | undefined, vrnNow: string, vatRegistered = true) => {
    const receipt = exampleReceipt(vrn === undefined ? {} : { vrn })
    const invoice = exampleInvoice({ vatRegistered, status: 'issued', receipt })
    const company = exampleCompany({ vrn: vrnNow })
    return read(receiptLines({ invoice, company, copy: true }, words)).find((line) => line.startsWith('VRN'))
  }
  expect(vrnOf('40000111M', '')).toBe('VRN: 40-000111-M')
  expect(vrnOf('40000111M', '40000222N')).toBe('VRN: 40-000111-M')
  // Receipts of before kept none: theirs is the one of the company now.
  expect(vrnOf(undefined, '40000222N')).toBe('VRN: 40-000222-N')
  expect(vrnOf(undefined, '40000222N', false)).toBe('VRN: NOT REGISTERED')
})

test('every amount on a receipt has two decimals, and the payments add up to the total', () => {
  fc.assert(
    fc.property(anyContent, fc.boolean(), (content, vatRegistered) => {
      const lines = linesOf({ ...content, vatRegistered, receipt: exampleReceipt(), status: 'issued' })
      const sums = lines.filter((line) => line.kind === 'sum' || line.kind === 'grand')
      const amounts = sums.map(({ value }) => value.replace(/^Tsh\u00A0/, ''))
      for (const amount of amounts) expect(amount).toMatch(/^\d{1,3}(,\d{3})*\.\d{2}$/)
      const cents = amounts.map((amount) => Math.round(Number(amount.replaceAll(',', '')) * 100))
      const grand = sums.findIndex(({ kind }) => kind === 'grand')
      const paid = cents.slice(grand + 1).reduce((sum, amount) => sum + amount, 0)
      expect(paid).toBe(cents[grand])
    }),
  )
})

test('references of payments are beside the fiscal figures, and only where the owner wants them', () => {
  const payments = [{ type: 'e-money', amount: tsh(500), reference: 'QFT12' }] as const
  const linesWith = (paymentReferences: boolean | undefined) =>
    receiptLines(
      {
        invoice: exampleInvoice({ payments, status: 'issued' }),
        company: exampleCompany({ choices: { ...DEFAULT_CHOICES, paymentReferences } }),
        copy: false,
      },
      words,
    )
  expect(read(linesWith(undefined)).join()).not.toContain('QFT12')
  expect(read(linesWith(true))).toContain('REFERENCE: QFT12')
  const sums = (lines: ReceiptLine[]) => lines.filter(({ kind }) => kind === 'sum' || kind === 'grand')
  expect(sums(linesWith(true))).toEqual(sums(linesWith(false)))
})
