/** A supplier of one company (spec §3). Numbers are stored bare, the phone as E.164 where it is a local one. */
export type Vendor = {
  readonly id: string
  readonly companyId: string
  readonly rev: number
  readonly name: string
  readonly taxNumber: string
  readonly vatNumber: string
  readonly serial: string
  readonly phone: string
  readonly address: string
  /** Outside Tanzania: its tax number has 9 to 20 letters or digits (tanzania-facts §11.3). */
  readonly foreign: boolean
  readonly active: boolean
  /** The vendor that this one turned out to be; `null` after they were separated again. */
  readonly mergedInto?: string | null
}
