import type { Walked } from './walk.ts'

/** Whether every step was walked. */
export function isWhole({ steps }: Walked): boolean {
  return steps.every(({ error }) => error === undefined)
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** The table that the command prints: one line for each browser. */
export function tableOf(walks: readonly Walked[]): string {
  const rows = walks.map((walk) => [
    walk.engine,
    walk.version,
    `${walk.steps.filter(({ error }) => error === undefined).length} of ${walk.steps.length}`,
    walk.seconds.toFixed(1),
    isWhole(walk) ? 'fine' : `failed at ${walk.steps.at(-1)?.name}`,
    walk.lacks.join(', ') || '-',
  ])
  return columns([['engine', 'version', 'steps', 'seconds', 'result', 'does without'], ...rows])
}

/** The same for `scripts/dev/read-report.mjs`, in the form of Vitest's report. */
export function reportOf(walks: readonly Walked[]): object {
  return {
    numPassedTests: walks.filter(isWhole).length,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [
      {
        name: import.meta.filename,
        status: walks.every(isWhole) ? 'passed' : 'failed',
        assertionResults: walks.map((walk) => ({
          status: isWhole(walk) ? 'passed' : 'failed',
          fullName: `${walk.engine} ${walk.version} › ${walk.steps.at(-1)?.name}`,
          failureMessages: walk.steps.flatMap(({ error }) => error ?? []),
        })),
      },
    ],
  }
}
