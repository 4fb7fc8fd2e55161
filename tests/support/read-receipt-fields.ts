import type { ReceiptText } from '#domain/expenses/receipt-text.ts'

/** What was read of a receipt, under the names of `makeReceipt`'s expected fields. */
export function fieldsOf(read: ReceiptText): Record<string, string> {
  const { seller, number, day = '', time, code, items, net, tax, total } = read
  const { name, phone, taxNumber: tin, vatNumber: vrn, serial } = seller
  return {
    ...{ name, phone, tin, vrn, serial, number, day, time, code },
    ...Object.fromEntries(
      items.flatMap(({ description, amount }, at) => [
        [`item ${at + 1}`, description],
        [`amount ${at + 1}`, String(amount)],
      ]),
    ),
    ...{ net: String(net), tax: String(tax), total: String(total) },
  }
}
