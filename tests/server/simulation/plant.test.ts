import { describe, expect, it } from 'vitest'
import { checkReplacements } from '#tests/simulation/planted-bugs/plant.ts'
import { PLANTED_BUGS } from '#tests/simulation/planted-bugs/planted-bugs.ts'

const MODULE = 'src/domain/fiscal/fiscal-numbers.ts'

function bugReplacing(module: string, exports: readonly string[]) {
  return { name: 'a-bug', foundBy: 1, replaces: [{ module, by: 'day-of-utc.ts', exports }] }
}

describe('a planted bug', () => {
  it.each(PLANTED_BUGS)('$name replaces exports that the product declares', (bug) => {
    expect(() => checkReplacements(bug)).not.toThrow()
  })

  it('is refused when the module no longer has the export that it replaces', () => {
    const bug = bugReplacing(MODULE, ['allocateFiscalNumbers', 'renamedExport'])
    expect(() => checkReplacements(bug)).toThrow('fiscal-numbers.ts does not export renamedExport')
  })

  it('is refused when its replacement lacks the export', () => {
    const bug = bugReplacing('src/domain/expenses/change-status.ts', ['mayChange'])
    expect(() => checkReplacements(bug)).toThrow('day-of-utc.ts does not export mayChange')
  })

  it('is refused when the module is gone', () => {
    const bug = bugReplacing('src/domain/fiscal/gone.ts', ['allocateFiscalNumbers'])
    expect(() => checkReplacements(bug)).toThrow('gone.ts is gone')
  })
})
