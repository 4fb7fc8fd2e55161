import { randomUUID } from 'node:crypto'
import { runStep as real } from '#server/services/accounting/run-step.ts'

/** After a lost answer the step is sent again at once, under another key. */
export const runStep: typeof real = async (keeper, ...rest) => {
  const { gateway } = keeper
  const hasty = {
    ...gateway,
    find: async () => ({ kind: 'ok' as const, value: null }),
    write: async (...[access, instruction, , file]: Parameters<typeof gateway.write>) =>
      await gateway.write(access, instruction, randomUUID(), file),
  }
  return await real({ ...keeper, gateway: hasty }, ...rest)
}
