/** The links to public pages of invoices, by what they end in. */
export type SlipsTable = { token: string; company_id: string; invoice_id: string }
