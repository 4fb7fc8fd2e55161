import { importUnsent as take } from '#sync/transfer/import-unsent.ts'

/** Planted: the phone that takes work over gives it names of its own. */
export const importUnsent: typeof take = (account, deps, work, contents) => {
  const operations = work.operations.map((operation) => ({ ...operation, opId: renamed(operation.opId) }))
  return take(account, deps, { ...work, operations }, contents)
}

function renamed(opId: string): string {
  const last = Number.parseInt(opId.slice(-6), 16)
  return opId.slice(0, -6) + ((last + 1) % 0xffffff).toString(16).padStart(6, '0')
}
