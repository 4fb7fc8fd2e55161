import type { BookDocument, BookLine } from '#domain/accounting/book-document.ts'
import type { AccountingMapping, BookChoices } from '#domain/accounting/mapping.ts'
import { type Cents, sumCents } from '#domain/money/cents.ts'
import { splitInclusive } from '#domain/tax/split-inclusive.ts'
import { amountOf } from '../accounting/amounts.ts'
import type { BookInstruction } from '../accounting/gateway.ts'

type Mapping = Pick<AccountingMapping, 'income' | 'taxes'>

/** The tax that Xero computes for a line by itself: from this line alone, half up. */
function ownTax(line: BookLine, document: BookDocument): Cents {
  const rate = document.taxes.find(({ tax }) => tax === line.tax)?.rate
  return rate === undefined ? line.taxAmount : splitInclusive(line.gross, rate).tax
}

/** The lines of an invoice or credit note: gross, with the tax of the receipt only where Xero's own differs. */
function lineItems(document: BookDocument, mapping: Mapping): object[] {
  return document.lines.map((line) => ({
    ...{ Description: line.text, Quantity: 1, UnitAmount: amountOf(line.gross) },
    ...{ AccountCode: mapping.income, TaxType: mapping.taxes[line.tax] },
    ...(ownTax(line, document) !== line.taxAmount && { TaxAmount: amountOf(line.taxAmount) }),
  }))
}

function documentBody(
  instruction: Extract<BookInstruction, { kind: 'invoice' | 'credit' }>,
): Readonly<Record<string, unknown>> {
  const { document, contact, mapping } = instruction
  const common = {
    ...{ Contact: { ContactID: contact }, Date: document.day, CurrencyCode: 'TZS' },
    ...{ LineAmountTypes: 'Inclusive', Status: 'AUTHORISED', LineItems: lineItems(document, mapping) },
  }
  if (instruction.kind === 'credit')
    return { ...common, Type: 'ACCRECCREDIT', CreditNoteNumber: document.number, Reference: document.number }
  return {
    ...common,
    ...{ Type: 'ACCREC', DueDate: document.day, InvoiceNumber: document.number },
    ...{ Reference: document.number, Url: document.link },
  }
}

export type XeroCall = { readonly method: 'PUT' | 'POST'; readonly path: string; readonly body: object }

/** The request of an instruction. PUT creates; POST would overwrite a document of the same number. */
export function xeroCall(
  instruction: Exclude<BookInstruction, { kind: 'attach' | 'note' | 'undo' }>,
): XeroCall {
  switch (instruction.kind) {
    case 'invoice':
      return {
        ...{ method: 'PUT', path: '/Invoices?summarizeErrors=false&unitdp=4' },
        body: { Invoices: [documentBody(instruction)] },
      }
    case 'credit':
      return {
        ...{ method: 'PUT', path: '/CreditNotes?summarizeErrors=false&unitdp=4' },
        body: { CreditNotes: [documentBody(instruction)] },
      }
    case 'apply': {
      const { target, credit, amount, day } = instruction
      const allocation = { Amount: amountOf(amount), Date: day, Invoice: { InvoiceID: target } }
      return {
        ...{ method: 'PUT', path: `/CreditNotes/${credit}/Allocations?summarizeErrors=false` },
        body: { Allocations: [allocation] },
      }
    }
    case 'payment':
    case 'refund': {
      const { target, account, amount, day, marker } = instruction
      const paid =
        instruction.kind === 'payment'
          ? { Invoice: { InvoiceID: target } }
          : { CreditNote: { CreditNoteID: target } }
      const payment = {
        Account: { AccountID: account },
        Date: day,
        Amount: amountOf(amount),
        Reference: marker,
      }
      return { method: 'PUT', path: '/Payments', body: { ...paid, ...payment } }
    }
    case 'unpay':
      return { method: 'POST', path: `/Payments/${instruction.target}`, body: { Status: 'DELETED' } }
    case 'void':
      return { method: 'POST', path: `/Invoices/${instruction.target}`, body: { Status: 'VOIDED' } }
  }
}

/** What Xero will show: gross lines as they are, tax by line, with the tax we send where it differs. */
export function foreseeXero(
  { document, mapping }: { readonly document: BookDocument; readonly mapping: Mapping },
  choices: BookChoices,
): { readonly total: Cents; readonly tax: Cents } {
  const taxOf = (line: BookLine): Cents => {
    if (ownTax(line, document) !== line.taxAmount) return line.taxAmount
    const rate = choices.taxes.find(({ id }) => id === mapping.taxes[line.tax])?.rate
    return rate === undefined ? line.taxAmount : splitInclusive(line.gross, rate).tax
  }
  return {
    total: sumCents(document.lines.map(({ gross }) => gross)),
    tax: sumCents(document.lines.map(taxOf)),
  }
}
