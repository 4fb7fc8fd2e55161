import { ALL_RIGHTS, seesAllSales } from '#domain/permissions/operator-rights.ts'
import { useAppContext } from './app-context.ts'

/** Whether the signed-in person sees the sales of the whole company: without it this phone has the own ones only. */
export function useSeesAllSales(): boolean {
  return seesAllSales(useAppContext().session.rights ?? ALL_RIGHTS)
}
