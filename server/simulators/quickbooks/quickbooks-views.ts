import { type QboCompany, type QboPayment, type QboSale, taxByRate } from './quickbooks-ledger.ts'
import { balanceOf } from './quickbooks-payments.ts'

const amount = (cents: number) => cents / 100

/** An invoice, a refund or a credit memo with its lines, its tax for each rate, and the payments that are linked to it. */
export function saleView(company: QboCompany, sale: QboSale) {
  const customer = company.customers.find(({ Id }) => Id === sale.customer)
  const calculation = { inclusive: 'TaxInclusive', exclusive: 'TaxExcluded', none: 'NotApplicable' }
  const lines = sale.lines.map(({ text, quantity, item, code, net, gross }, index) => ({
    ...{ Id: String(index + 1), DetailType: 'SalesItemLineDetail', Description: text, Amount: amount(net) },
    SalesItemLineDetail: {
      ...{ ItemRef: { value: item, name: company.items.find(({ Id }) => Id === item)?.Name }, Qty: quantity },
      TaxCodeRef: { value: code },
      ...(sale.amounts === 'inclusive' && { TaxInclusiveAmt: amount(gross) }),
    },
  }))
  const net = sale.lines.reduce((sum, line) => sum + line.net, 0)
  const linked = company.payments.filter(
    ({ invoice, credit, amount: paid, applied }) =>
      (invoice === sale.id || credit === sale.id) && paid + applied > 0,
  )
  return {
    ...{ Id: sale.id, SyncToken: String(sale.version), DocNumber: sale.number, TxnDate: sale.date },
    ...{ TotalAmt: amount(sale.total), Balance: amount(balanceOf(company, sale)), PrivateNote: sale.note },
    ...{ CustomerRef: { value: sale.customer, name: customer?.DisplayName } },
    ...{ CurrencyRef: { value: sale.currency }, GlobalTaxCalculation: calculation[sale.amounts] },
    Line: [
      ...lines,
      { DetailType: 'SubTotalLineDetail', Amount: amount(net), SubTotalLineDetail: {} },
      ...(sale.discount
        ? [
            {
              ...{ DetailType: 'DiscountLineDetail', Amount: amount(sale.discount.amount) },
              DiscountLineDetail: { PercentBased: false },
            },
          ]
        : []),
    ],
    TxnTaxDetail: {
      TotalTax: amount(sale.tax),
      TaxLine: [...taxByRate(sale)].map(([rate, tax]) => ({
        ...{ Amount: amount(tax), DetailType: 'TaxLineDetail' },
        TaxLineDetail: {
          ...{ TaxRateRef: { value: rate }, PercentBased: true },
          ...(sale.discount && { NetAmountTaxable: amount(sale.discount.taxable[rate] ?? 0) }),
        },
      })),
    },
    LinkedTxn: linked.map(({ id }) => ({ TxnId: id, TxnType: 'Payment' })),
    MetaData: { LastUpdatedTime: new Date(sale.updatedAt).toISOString() },
  }
}

export function paymentView(payment: QboPayment) {
  const line = (cents: number, TxnId: string, TxnType: string) => ({
    Amount: amount(cents),
    LinkedTxn: [{ TxnId, TxnType }],
  })
  return {
    ...{ Id: payment.id, SyncToken: String(payment.version), TotalAmt: amount(payment.amount) },
    ...{ PrivateNote: payment.note, TxnDate: payment.date, CustomerRef: { value: payment.customer } },
    ...(payment.account !== '' && { DepositToAccountRef: { value: payment.account } }),
    Line:
      payment.invoice === ''
        ? []
        : [
            line(payment.amount + payment.applied, payment.invoice, 'Invoice'),
            ...(payment.credit === '' ? [] : [line(payment.applied, payment.credit, 'CreditMemo')]),
          ],
  }
}
