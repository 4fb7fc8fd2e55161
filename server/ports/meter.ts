/** What parts report about their work. Nothing here names a company, a person or a document. */
export type Meter = {
  readonly requestAnswered: (request: {
    /** Name of the endpoint or pattern of the route; never the path itself, which may hold ids and secrets. */
    readonly route: string
    readonly method: string
    readonly status: number
    readonly seconds: number
  }) => void
  /** The authority has a receipt, so long after it was numbered. */
  readonly receiptDelivered: (seconds: number) => void
  /** The notice of the growth of feeds was sent to other processes, so long after its commit. */
  readonly feedNoticeSent: (seconds: number) => void
  /** A notice of this process came back to it as it comes to the others, so long after its commit. */
  readonly feedNoticeHeard: (seconds: number) => void
  readonly feedNoticeLost: () => void
}
