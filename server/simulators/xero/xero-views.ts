import {
  allocated,
  amountDue,
  livePayments,
  type XeroAllocation,
  type XeroDocument,
  type XeroOrganization,
  type XeroPayment,
} from './xero-ledger.ts'

const amount = (cents: number) => cents / 100

/** The lines of a document with prices of four decimals. */
function lineViews(document: XeroDocument): object[] {
  return document.lines.map(({ text, quantity, amount: cents, tax, type }, index) => ({
    ...{ LineItemID: `${document.id}-${index}`, Description: text, Quantity: quantity, TaxType: type },
    UnitAmount: Math.round((cents * 100) / quantity) / 10_000,
    ...{ LineAmount: amount(cents), TaxAmount: amount(tax) },
  }))
}

/** An invoice or a credit note; lists without pages and summaries have no lines. */
export function documentView(
  organization: XeroOrganization,
  document: XeroDocument,
  kind: 'Invoice' | 'CreditNote',
  withLines = false,
) {
  const left = amountDue(organization, document)
  const contact = organization.contacts.find(({ ContactID }) => ContactID === document.contactId)
  return {
    [`${kind}ID`]: document.id,
    [`${kind}Number`]: document.number,
    Type: kind === 'Invoice' ? 'ACCREC' : 'ACCRECCREDIT',
    ...{ Status: document.status, Url: document.url, Reference: document.reference },
    Contact: { ContactID: document.contactId, Name: contact?.Name ?? '' },
    ...{ CurrencyCode: document.currency, LineAmountTypes: document.lineAmountTypes },
    ...{ SubTotal: amount(document.total - document.tax), TotalTax: amount(document.tax) },
    Total: amount(document.total),
    [kind === 'Invoice' ? 'AmountDue' : 'RemainingCredit']: amount(left),
    AmountPaid: amount(document.total - left - allocated(organization, document.id)),
    ...(kind === 'Invoice'
      ? { AmountCredited: amount(allocated(organization, document.id)) }
      : {
          Allocations: organization.allocations
            .filter(({ credit }) => credit === document.id)
            .map(allocationView),
        }),
    DateString: `${document.date}T00:00:00`,
    UpdatedDateUTC: `/Date(${document.updatedAt}+0000)/`,
    Payments: livePayments(organization, document.id).map(({ id }) => ({ PaymentID: id })),
    LineItems: withLines ? lineViews(document) : [],
  }
}

export function allocationView({ id, amount: cents, date, invoice }: XeroAllocation) {
  return {
    ...{ AllocationID: id, Amount: amount(cents), Date: `${date}T00:00:00` },
    Invoice: { InvoiceID: invoice },
  }
}

export function paymentView({ id, amount: cents, reference, status, target, account }: XeroPayment) {
  return {
    ...{ PaymentID: id, Amount: amount(cents), Reference: reference, Status: status },
    ...{ Invoice: { InvoiceID: target }, Account: { AccountID: account } },
  }
}
