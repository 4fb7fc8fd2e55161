import { centsOf, type Fields, fieldsOf, listOf, textOf, unknownField } from '../accounting/figures.ts'
import {
  type Booked,
  customerRefusal,
  type QboCompany,
  type QboPayment,
  type QboSale,
  refuse,
  takeId,
} from './quickbooks-ledger.ts'

/** What is still to be paid of an invoice, or to be applied of a credit memo. */
export function balanceOf({ payments }: QboCompany, sale: QboSale): number {
  return payments.reduce((left, { invoice, credit, amount, applied }) => {
    if (credit === sale.id) return left - applied
    return invoice === sale.id ? left - amount - applied : left
  }, sale.total)
}

type Linked = { readonly id: string; readonly type: string; readonly amount: number | undefined }

function linkedOf(line: Fields): Linked {
  const linked = listOf(line['LinkedTxn'])[0]
  return {
    ...{ id: textOf(linked?.['TxnId']), type: textOf(linked?.['TxnType']) },
    amount: centsOf(line['Amount']),
  }
}

/** A payment of nothing links an invoice with a credit memo of the same customer, each by the same amount. */
function applyCredit(company: QboCompany, given: Fields): Booked<QboPayment> {
  if (given['DepositToAccountRef'] !== undefined) return refuse('2010', 'Nothing is deposited')
  const linked = listOf(given['Line']).map(linkedOf)
  const [ofInvoice, ofCredit] = [
    linked.find(({ type }) => type === 'Invoice'),
    linked.find(({ type }) => type === 'CreditMemo'),
  ]
  const customer = textOf(fieldsOf(given['CustomerRef'])['value'])
  const saleOf = (one: Linked | undefined) =>
    company.sales.find(
      (sale) => sale.id === one?.id && sale.kind === one.type && sale.customer === customer && !sale.voided,
    )
  const [invoice, credit] = [saleOf(ofInvoice), saleOf(ofCredit)]
  const refused = customerRefusal(company, customer)
  if (refused) return refused
  if (!invoice || !credit || linked.length !== 2) return refuse('2500', 'Invalid Reference Id: LinkedTxn')
  const applied = ofInvoice?.amount
  if (applied === undefined || applied <= 0 || applied !== ofCredit?.amount)
    return refuse('2020', 'The amounts of the lines are not valid')
  if (applied > Math.min(balanceOf(company, invoice), balanceOf(company, credit)))
    return refuse('6000', 'The amount is more than the balance')
  const date = textOf(given['TxnDate'])
  if (date <= company.closedUntil) return refuse('6200', 'The accounting period has closed')
  const booked = {
    ...{ id: takeId(company), invoice: invoice.id, customer, date, note: textOf(given['PrivateNote']) },
    ...{ account: '', amount: 0, credit: credit.id, applied, version: 0 },
  }
  company.payments.push(booked)
  return { value: booked }
}

export function createPayment(company: QboCompany, given: Fields): Booked<QboPayment> {
  const fields = ['CustomerRef', 'TotalAmt', 'TxnDate', 'DepositToAccountRef', 'PrivateNote', 'Line']
  const unknown = unknownField(given, fields)
  if (unknown !== undefined) return refuse('2010', `Property ${unknown} is unknown`)
  if (given['TotalAmt'] === 0) return applyCredit(company, given)
  const [line] = listOf(given['Line'])
  const invoice = textOf(listOf(line?.['LinkedTxn'])[0]?.['TxnId'])
  const sale = company.sales.find(({ id, kind, voided }) => id === invoice && kind === 'Invoice' && !voided)
  const customer = textOf(fieldsOf(given['CustomerRef'])['value'])
  if (!sale || sale.customer !== customer) return refuse('2500', 'Invalid Reference Id: LinkedTxn')
  const refused = customerRefusal(company, customer)
  if (refused) return refused
  const account = textOf(fieldsOf(given['DepositToAccountRef'])['value'])
  if (!company.accounts.some(({ Id, Type }) => Id === account && Type === 'Bank'))
    return refuse('2500', 'Invalid Reference Id: DepositToAccountRef')
  const amount = centsOf(given['TotalAmt'])
  if (amount === undefined || amount <= 0 || centsOf(line?.['Amount']) !== amount)
    return refuse('2020', 'TotalAmt is not valid')
  if (amount > balanceOf(company, sale)) return refuse('6000', 'The amount is more than the balance')
  const date = textOf(given['TxnDate'])
  if (date <= company.closedUntil) return refuse('6200', 'The accounting period has closed')
  const payment = { id: takeId(company), invoice, customer, date, account, amount, version: 0 }
  const booked = { ...payment, note: textOf(given['PrivateNote']), credit: '', applied: 0 }
  company.payments.push(booked)
  return { value: booked }
}

/** Voids a sale or a payment: the amounts become zero. The version must be the current one. */
export function voidEntry(
  company: QboCompany,
  kind: 'invoice' | 'payment',
  given: Fields,
): Booked<QboSale | QboPayment> {
  const id = textOf(given['Id'])
  const entry =
    kind === 'invoice'
      ? company.sales.find((sale) => sale.id === id)
      : company.payments.find((payment) => payment.id === id)
  if (!entry) return refuse('610', 'Object Not Found')
  if (textOf(given['SyncToken']) !== String(entry.version)) return refuse('5010', 'Stale Object Error')
  if ('total' in entry) {
    if (balanceOf(company, entry) !== entry.total) return refuse('6000', 'The transaction has payments')
    Object.assign(entry, { total: 0, tax: 0, voided: true })
  } else Object.assign(entry, { amount: 0, applied: 0 })
  entry.version += 1
  return { value: entry }
}

/** Deletes a payment, a credit memo that nothing is applied of, or a refund receipt. The version must be the current one. */
export function deleteEntry(
  company: QboCompany,
  kind: 'Payment' | 'CreditMemo' | 'RefundReceipt',
  given: Fields,
): Booked<QboSale | QboPayment> {
  const id = textOf(given['Id'])
  const { sales, payments } = company
  const sale = sales.find((known) => known.id === id && known.kind === kind)
  const payment = kind === 'Payment' ? payments.find((known) => known.id === id) : undefined
  const entry = sale ?? payment
  if (!entry) return refuse('610', 'Object Not Found')
  if (textOf(given['SyncToken']) !== String(entry.version)) return refuse('5010', 'Stale Object Error')
  if (entry.date <= company.closedUntil) return refuse('6200', 'The accounting period has closed')
  if (sale?.kind === 'CreditMemo' && balanceOf(company, sale) !== sale.total)
    return refuse('6000', 'The transaction is applied')
  if (sale) sales.splice(sales.indexOf(sale), 1)
  if (payment) payments.splice(payments.indexOf(payment), 1)
  return { value: entry }
}
