import { type Fields, fieldsOf, listOf, textOf } from './figures.ts'

/** An invoice that a person types in the service; amounts of lines in cents, as `amounts` says. */
export type PersonInvoice = {
  readonly customer: string
  readonly tin: string
  readonly number: string
  readonly date: string
  readonly currency: string
  readonly reference: string
  readonly amounts: 'inclusive' | 'exclusive' | 'none'
  readonly lines: readonly {
    readonly text: string
    readonly quantity: number
    readonly cents: number
    /** Type or code of tax of the service. */
    readonly tax: string
  }[]
  /** A discount over the whole invoice, taken off before or after the tax; QuickBooks has such. */
  readonly discount: { readonly cents: number; readonly afterTax: boolean }
  /** Money that an account got for it. */
  readonly paid: readonly { readonly account: string; readonly cents: number }[]
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

/** Reads what a control request says; what it leaves out is usual. */
export function readPersonInvoice(given: Fields): PersonInvoice {
  const amounts = given['amounts']
  return {
    ...{ customer: textOf(given['customer']) || 'Mteja', tin: textOf(given['tin']) },
    ...{
      number: textOf(given['number']),
      date: textOf(given['date']),
      reference: textOf(given['reference']),
    },
    currency: textOf(given['currency']) || 'TZS',
    amounts: amounts === 'exclusive' || amounts === 'none' ? amounts : 'inclusive',
    lines: listOf(given['lines']).map((line) => ({
      ...{ text: textOf(line['text']), tax: textOf(line['tax']) },
      ...{ quantity: numberOf(line['quantity'], 1), cents: numberOf(line['cents'], 0) },
    })),
    discount: {
      cents: numberOf(fieldsOf(given['discount'])['cents'], 0),
      afterTax: fieldsOf(given['discount'])['afterTax'] === true,
    },
    paid: listOf(given['paid']).map((one) => ({
      account: textOf(one['account']),
      cents: numberOf(one['cents'], 0),
    })),
  }
}

/** Tax of a line and its amount with tax, by the way its amount is typed. */
export function taxedAmounts(
  cents: number,
  percent: number,
  amounts: PersonInvoice['amounts'],
): { readonly gross: number; readonly tax: number } {
  if (amounts === 'none') return { gross: cents, tax: 0 }
  if (amounts === 'inclusive') {
    const tax = cents - Math.floor((cents * 100) / (100 + percent) + 0.5)
    return { gross: cents, tax }
  }
  const tax = Math.floor((cents * percent) / 100 + 0.5)
  return { gross: cents + tax, tax }
}

/** What a person does in a service, by a control request. */
export type PersonActions = {
  /** Writes an invoice, or overwrites the one with the id; gives its id. */
  readonly write: (organizationId: string, invoice: PersonInvoice, id?: string) => string | undefined
  readonly voidInvoice: (organizationId: string, id: string) => boolean
  /** Archives a customer, or merges it into another one. */
  readonly archive: (organizationId: string, name: string, into?: string) => boolean
}

/** `POST /_control/invoices` with `organization`; `id` changes one, `void` voids it. */
export function actAsPerson(actions: PersonActions, body: string): { status: number; body?: unknown } {
  const given = fieldsOf(JSON.parse(body))
  const organizationId = textOf(given['organization'])
  const id = textOf(given['id'])
  if (given['void'] === true) return { status: actions.voidInvoice(organizationId, id) ? 204 : 404 }
  const written = actions.write(organizationId, readPersonInvoice(given), id || undefined)
  return written === undefined ? { status: 404 } : { status: 201, body: { id: written } }
}

/** `POST /_control/contacts` with `organization` and `name`: archived, or merged with `into`. */
export function archiveContact(actions: PersonActions, body: string): { status: number } {
  const given = fieldsOf(JSON.parse(body))
  const [organization, name] = [textOf(given['organization']), textOf(given['name'])]
  return { status: actions.archive(organization, name, textOf(given['into'])) ? 204 : 404 }
}
