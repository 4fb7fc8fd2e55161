import type { AccountingGateway, BookOutcome } from '#server/gateways/accounting/gateway.ts'

/** Watches that nothing is asked of a service while it wants us to wait, however many processes there are. */
export function watchWaits(clock: { now(): number }) {
  const flaws: string[] = []
  let wait: { readonly from: number; readonly until: number } | undefined
  const watched =
    <Args extends unknown[], T>(what: string, call: (...args: Args) => Promise<BookOutcome<T>>) =>
    async (...args: Args): Promise<BookOutcome<T>> => {
      const now = clock.now()
      // At the very moment of the answer another process may be at work.
      if (wait && now > wait.from && now < wait.until)
        flaws.push(`${what} ${wait.until - now} ms before the wait was over`)
      const outcome = await call(...args)
      if (outcome.kind === 'limited') wait = { from: clock.now(), until: clock.now() + outcome.waitMs }
      return outcome
    }
  return {
    flaws,
    forget: () => {
      wait = undefined
    },
    watch: (gateway: AccountingGateway): AccountingGateway => ({
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
    }),
  }
}
