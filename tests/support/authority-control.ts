/** A receipt as the simulated authority keeps it. */
export type LedgerReceipt = {
  readonly rctvnum: string
  /** `HH:MM:SS`, as signed. */
  readonly time: string
  readonly gc: number
  readonly dc: number
  readonly znum: string
  readonly totalInclCents: number
  readonly totalExclCents: number
  readonly discountCents: number
  readonly sha256: string
  readonly vatTotals: readonly {
    readonly rate: string
    readonly netCents: number
    readonly taxCents: number
  }[]
  readonly payments: readonly { readonly type: string; readonly cents: number }[]
}

/** Steers the simulated authority and reads its ledger, over its control API. */
export type AuthorityControl = {
  ledger(tin: string): Promise<LedgerReceipt[]>
  fault(fault: { readonly kind: string } & Record<string, unknown>): Promise<void>
  post(path: string, body?: object): Promise<unknown>
  clearFaults(): Promise<void>
}

export function controlAuthority(simulatorUrl: string): AuthorityControl {
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${simulatorUrl}/sim/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} /sim/${path}: ${response.status} ${await response.text()}`)
    return await response.json()
  }
  return {
    async ledger(tin) {
      return (await ask('GET', `ledger?tin=${tin}`)) as LedgerReceipt[]
    },
    async fault(fault) {
      await ask('POST', 'faults', fault)
    },
    post: async (path, body) => await ask('POST', path, body ?? {}),
    async clearFaults() {
      await ask('DELETE', 'faults')
    },
  }
}
