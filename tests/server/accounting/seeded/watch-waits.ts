import type { AccountingGateway, BookOutcome } from '#server/gateways/accounting/gateway.ts'

type Wait = { readonly from: number; readonly until: number }

/** Watches that nothing is asked of a service while it wants us to wait, however many processes there are. */
export function watchWaits(clock: { now(): number }) {
  const flaws: string[] = []
  let wait: Wait | undefined
  const watch = (gateway: AccountingGateway): AccountingGateway => {
    /** The wait that this process can know of. */
    let known = wait
    const watched =
      <Args extends unknown[], T>(what: string, call: (...args: Args) => Promise<BookOutcome<T>>) =>
      async (...args: Args): Promise<BookOutcome<T>> => {
        const now = clock.now()
        // A process that was on its way to a call when the service asked another one to wait makes that call.
        if (wait && wait === known && now > wait.from && now < wait.until)
          flaws.push(`${what} ${wait.until - now} ms before the wait was over`)
        known = wait
        const outcome = await call(...args)
        if (outcome.kind === 'limited') {
          wait = { from: clock.now(), until: clock.now() + outcome.waitMs }
          known = wait
        }
        return outcome
      }
    return {
      ...gateway,
      write: watched(
        'write',
        async (...call: Parameters<AccountingGateway['write']>) => await gateway.write(...call),
      ),
      find: watched(
        'find',
        async (...call: Parameters<AccountingGateway['find']>) => await gateway.find(...call),
      ),
      findContact: watched(
        'findContact',
        async (...call: Parameters<AccountingGateway['findContact']>) => await gateway.findContact(...call),
      ),
      createContact: watched(
        'createContact',
        async (...call: Parameters<AccountingGateway['createContact']>) =>
          await gateway.createContact(...call),
      ),
    }
  }
  return {
    flaws,
    /** The gateway as one process has it. */
    watch,
    forget: () => {
      wait = undefined
    },
  }
}
