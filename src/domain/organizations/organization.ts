/** A group of companies and its owner (spec §3). */
export type Organization = {
  readonly id: string
  readonly name: string
  readonly ownerName: string
  /** As stored: E.164, or as an older version stored it. */
  readonly ownerPhone: string
  readonly ownerEmail: string
  /** While an organization is disabled, no user of its companies can work. */
  readonly active: boolean
}
