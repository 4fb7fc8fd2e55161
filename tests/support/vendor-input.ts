import type { OperationBody } from '#contract/operations.ts'

type Fields = OperationBody<'vendor.save'>['fields']

/** A vendor with nothing but a name. */
export function vendorFields(change: Partial<Fields> = {}): Fields {
  return {
    name: 'Duka la Mfano',
    taxNumber: '',
    vatNumber: '',
    serial: '',
    phone: '',
    address: '',
    foreign: false,
    active: true,
    ...change,
  }
}

/** A new vendor as a phone queues it. */
export function newVendor(vendorId: string, change: Partial<Fields> = {}): OperationBody<'vendor.save'> {
  return { vendorId, baseRev: 0, base: null, fields: vendorFields(change) }
}
