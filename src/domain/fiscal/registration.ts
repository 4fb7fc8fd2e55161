/** The answer to a registration. User name and password are secrets. */
export type Registration = {
  regId: string
  serial: string
  uin: string
  tin: string
  /** Empty when the taxpayer is not registered for VAT. */
  vrn: string
  name: string
  mobile: string
  address: string
  street: string
  city: string
  country: string
  region: string
  receiptCode: string
  routingKey: string
  /** GC of the first receipt (field practice); at least 1. */
  gc: number
  taxOffice: string
  username: string
  password: string
  tokenPath: string
  /** Percent per letter, as the authority sent them. */
  taxCodes: Partial<Record<'A' | 'B' | 'C' | 'D', number>>
}
