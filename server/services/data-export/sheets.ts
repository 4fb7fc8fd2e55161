import { splitReceiptCode } from '#domain/expenses/receipt-code.ts'
import { plainFileName } from '#domain/files/validate-file.ts'
import { chargedLine, lineAmounts } from '#domain/invoices/line-amounts.ts'
import { RATE_SCALE, SHILLING } from '#domain/money/currency.ts'
import type { ExportedKind, ExportedRecords } from '../../storage/data-export/exported-records.ts'
import { type CsvValue, shillings } from './csv-text.ts'

/** One CSV file made of the records of a kind. */
export type Sheet<Kind extends ExportedKind> = {
  readonly name: string
  readonly columns: readonly string[]
  readonly rowsOf: (record: ExportedRecords[Kind]) => readonly (readonly CsvValue[])[]
}

/** Columns by name, each taken from the record: one row per record. */
function sheet<Kind extends ExportedKind>(
  name: Kind,
  cells: Readonly<Record<string, (record: ExportedRecords[Kind]) => CsvValue>>,
): Sheet<Kind> {
  const read = Object.values(cells)
  return { name, columns: Object.keys(cells), rowsOf: (record) => [read.map((cell) => cell(record))] }
}

/** Quantities are thousandths and percents hundredths in a record; a file for people has them as numbers. */
const THOUSANDTHS = 1000
const HUNDREDTHS = 100

const yesNo = (value: boolean) => (value ? 'yes' : 'no')

/** The CSV files of each kind; their JSON file has the records whole. */
export const SHEETS: { readonly [Kind in ExportedKind]: readonly Sheet<Kind>[] } = {
  operators: [
    sheet('operators', {
      id: (person) => person.id,
      username: (person) => person.username,
      firstName: (person) => person.firstName,
      lastName: (person) => person.lastName,
      email: (person) => person.email,
      mobile: (person) => person.mobile,
      type: (person) => person.type,
      status: (person) => person.status,
      createdAt: (person) => person.createdAt,
    }),
  ],
  customers: [
    sheet('customers', {
      id: (customer) => customer.id,
      name: (customer) => customer.name,
      identificationType: (customer) => customer.identificationType,
      identificationNumber: (customer) => customer.identificationNumber,
      phone: (customer) => customer.phone,
      email: (customer) => customer.email,
      vatRegistrationNumber: (customer) => customer.vatRegistrationNumber,
      active: (customer) => yesNo(customer.active),
    }),
  ],
  products: [
    sheet('products', {
      id: (product) => product.id,
      name: (product) => product.name,
      unit: (product) => product.unit,
      unitPrice: (product) => shillings(product.unitPrice),
      taxType: (product) => product.taxType,
      sku: (product) => product.sku,
      barcode: (product) => product.barcode,
      category: (product) => product.category,
      active: (product) => yesNo(product.active),
    }),
  ],
  vendors: [
    sheet('vendors', {
      id: (vendor) => vendor.id,
      name: (vendor) => vendor.name,
      taxNumber: (vendor) => vendor.taxNumber,
      vatNumber: (vendor) => vendor.vatNumber,
      serial: (vendor) => vendor.serial,
      phone: (vendor) => vendor.phone,
      address: (vendor) => vendor.address,
      active: (vendor) => yesNo(vendor.active),
    }),
  ],
  categories: [
    sheet('categories', {
      id: (category) => category.id,
      code: (category) => category.code,
      name: (category) => category.name,
      description: (category) => category.description,
      active: (category) => yesNo(category.active),
    }),
  ],
  collections: [
    sheet('collections', {
      id: (collection) => collection.id,
      invoiceId: (collection) => collection.invoiceId,
      day: (collection) => collection.day,
      type: (collection) => collection.type,
      amount: (collection) => shillings(collection.amount),
      reference: (collection) => collection.reference,
      canceled: (collection) => yesNo(collection.canceled),
    }),
  ],
  expenses: [
    sheet('expenses', {
      id: (expense) => expense.id,
      receiptCode: (expense) => splitReceiptCode(expense).receiptCode,
      internalNumber: (expense) => splitReceiptCode(expense).internalNumber,
      day: (expense) => expense.day,
      time: (expense) => expense.time,
      status: (expense) => expense.status,
      category: (expense) => expense.category,
      categoryId: (expense) => expense.categoryId,
      vendor: (expense) => expense.vendor.name,
      vendorTaxNumber: (expense) => expense.vendor.taxNumber,
      amountType: (expense) => expense.amountType,
      net: (expense) => shillings(expense.totals.net),
      vat: (expense) => shillings(expense.totals.vat),
      total: (expense) => shillings(expense.totals.total),
      balance: (expense) => shillings(expense.totals.balance),
      createdBy: (expense) => expense.createdByName,
      files: ({ files = [] }) => files.map(({ sha256, type }) => plainFileName(sha256, type)).join(' '),
      currency: ({ currency = SHILLING }) => currency,
      currencyRate: ({ currencyRate = RATE_SCALE }) => currencyRate / RATE_SCALE,
      createdAt: (expense) => expense.createdAt,
      vendorVatNumber: (expense) => expense.vendor.vatNumber,
      vendorPhone: (expense) => expense.vendor.phone,
      vendorSerial: (expense) => expense.vendor.serial,
    }),
    {
      name: 'expense-items',
      columns: ['expenseId', 'description', 'quantity', 'unitAmount', 'taxType', 'rate'],
      rowsOf: ({ id, items }) =>
        items.map(({ description, quantity, unitAmount, taxType, rate }) => [
          ...[id, description, quantity / THOUSANDTHS, shillings(unitAmount), taxType, rate / HUNDREDTHS],
        ]),
    },
    {
      name: 'expense-payments',
      columns: ['expenseId', 'method', 'amount'],
      rowsOf: ({ id, payments }) => payments.map(({ method, amount }) => [id, method, shillings(amount)]),
    },
  ],
  invoices: [
    sheet('invoices', {
      id: (invoice) => invoice.id,
      saleAt: (invoice) => invoice.saleAt,
      status: (invoice) => invoice.status,
      receiptNumber: (invoice) => invoice.receipt?.rctvnum,
      customer: (invoice) => invoice.customer.name,
      customerNumber: (invoice) => invoice.customer.identificationNumber,
      reference: (invoice) => invoice.reference,
      operator: (invoice) => invoice.operatorName,
      origin: (invoice) => invoice.channel ?? invoice.origin,
      subTotal: (invoice) => shillings(invoice.totals.subTotal),
      totalDiscount: (invoice) => shillings(invoice.totals.totalDiscount),
      totalExcludingTax: (invoice) => shillings(invoice.totals.totalExcludingTax),
      totalVat: (invoice) => shillings(invoice.totals.totalVat),
      totalIncludingTax: (invoice) => shillings(invoice.totals.totalIncludingTax),
      amountType: (invoice) => invoice.amountType,
      accountingNumber: (invoice) => invoice.accountingNumber,
      customerIdentificationType: (invoice) => invoice.customer.identificationType,
      customerPhone: (invoice) => invoice.customer.phone,
      customerEmail: (invoice) => invoice.customer.email,
      customerVatNumber: (invoice) => invoice.customer.vatRegistrationNumber,
    }),
    {
      name: 'invoice-lines',
      columns: [
        ...['invoiceId', 'description', 'quantity', 'unitPrice', 'discount', 'taxType', 'rate'],
        ...['amount', 'netAmount'],
      ],
      rowsOf: ({ id, lines, amountType, vatRegistered }) =>
        lines.map((line) => {
          const { description, quantity, unitPrice, discount, taxType, rate } = line
          const { amount, net } = lineAmounts(chargedLine(line, vatRegistered), amountType)
          return [
            ...[id, description, quantity / THOUSANDTHS, shillings(unitPrice), discount / HUNDREDTHS],
            ...[taxType, rate / HUNDREDTHS, shillings(amount), shillings(net)],
          ]
        }),
    },
    {
      name: 'invoice-payments',
      columns: ['invoiceId', 'type', 'amount', 'reference'],
      rowsOf: ({ id, payments }) =>
        payments.map(({ type, amount, reference }) => [id, type, shillings(amount), reference]),
    },
    {
      name: 'credit-notes',
      columns: ['id', 'invoiceId', 'number', 'day', 'paidBy', 'total', 'reason', 'by'],
      rowsOf: ({ id: invoiceId, creditNotes = [] }) =>
        creditNotes.map(({ id, number, day, paidBy, total, reason, by }) => [
          ...[id, invoiceId, number, day, paidBy, shillings(total), reason, by],
        ]),
    },
  ],
  receipts: [
    sheet('receipts', {
      invoiceId: (receipt) => receipt.invoiceId,
      number: (receipt) => receipt.number,
      dayNumber: (receipt) => receipt.dayNumber,
      day: (receipt) => receipt.day,
      time: (receipt) => receipt.time,
      verificationCode: (receipt) => receipt.verificationCode,
      total: (receipt) => shillings(receipt.total),
      delivery: (receipt) => receipt.delivery,
      answer: (receipt) => receipt.answer,
      issuedAt: (receipt) => receipt.issuedAt,
    }),
  ],
  'z-reports': [
    sheet('z-reports', {
      day: (report) => report.day,
      znumber: (report) => report.znumber,
      dailyTotal: (report) => shillings(report.dailyTotal),
      gross: (report) => shillings(report.gross),
      discounts: (report) => shillings(report.discounts),
      tickets: (report) => report.ticketsFiscal,
      delivery: (report) => report.delivery,
    }),
  ],
  'audit-trail': [
    sheet('audit-trail', {
      at: (entry) => entry.at,
      action: (entry) => entry.action,
      subject: (entry) => entry.subject,
      username: (entry) => entry.username,
      deviceId: (entry) => entry.deviceId,
      detail: (entry) => JSON.stringify(entry.detail),
    }),
  ],
}

/** All kinds, in the order of the file. */
export const EXPORTED_KINDS = [
  'invoices',
  'receipts',
  'z-reports',
  'customers',
  'products',
  'expenses',
  'vendors',
  'categories',
  'collections',
  'operators',
  'audit-trail',
] as const satisfies readonly ExportedKind[]
