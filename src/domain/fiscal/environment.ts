/**
 * Which authority a fiscal identity was registered at; fixed at registration. `simulator`: ours; `test`: the
 * authority's own test system; `live`: the one whose receipts count.
 */
export const FISCAL_ENVIRONMENTS = ['simulator', 'test', 'live'] as const
export type FiscalEnvironment = (typeof FISCAL_ENVIRONMENTS)[number]

/**
 * The fields of records and answers: `simulated` is true for everything that is not live, for apps from before
 * `environment`.
 */
export type StatedEnvironment = {
  readonly simulated: boolean
  readonly environment?: FiscalEnvironment | undefined
}

/** The environment of a record. An old record only says whether it was simulated. */
export function environmentOf(stated: StatedEnvironment): FiscalEnvironment {
  return stated.environment ?? (stated.simulated ? 'simulator' : 'live')
}

/** How an environment is stated on a record or answer. */
export function statedEnvironment(environment: FiscalEnvironment): Required<StatedEnvironment> {
  return { simulated: environment !== 'live', environment }
}

type Mark = { readonly sw: string; readonly en: string }

/**
 * Short marks of what is not live; `null` for `live`. Everything that shows or mentions such a receipt has one in
 * both languages (design D20): paper, web page and message reach people of either language.
 */
export const ENVIRONMENT_MARKS: Readonly<Record<FiscalEnvironment, Mark | null>> = {
  simulator: { sw: 'MAJARIBIO', en: 'SIMULATION' },
  test: { sw: 'JARIBIO LA TRA', en: 'TRA TEST' },
  live: null,
}

/** The lines on a receipt that is not live, replacing the authority's own: it must never pass as fiscal. */
export function notFiscalLines(stated: StatedEnvironment): readonly string[] {
  const mark = ENVIRONMENT_MARKS[environmentOf(stated)]
  return mark === null ? [] : [`SI RISITI YA EFD - ${mark.sw}`, `NOT A FISCAL RECEIPT - ${mark.en}`]
}
