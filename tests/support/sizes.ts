/** Reads a size that a night may raise; `usual` is what fits into `npm test`. Throws for what is no number from 1 on. */
function sizeFrom(name: string, usual: number): number {
  const value = process.env[name] ?? String(usual)
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`${name}=${value} is no number from 1 on`)
  return Number(value)
}

/** How often something is killed or reloaded in a row: `KILL_CYCLES`, or `usual`. */
export function killCycles(usual: number): number {
  return sizeFrom('KILL_CYCLES', usual)
}

/** How many invoices wait on a phone: `WAITING_INVOICES`, or `usual`. */
export function waitingInvoices(usual: number): number {
  return sizeFrom('WAITING_INVOICES', usual)
}
