import { expect, it } from 'vitest'
import { count, money, share } from '#domain/insights/finding.ts'
import { comparedFigures } from '#features/dashboard/insights/finding-chart.tsx'

it('bars compare the present figure with the usual one of the same kind', () => {
  expect(comparedFigures({ figures: [money('usual', 900), money('now', 300), count('days', 3)] })).toEqual([
    { name: 'now', value: 300 },
    { name: 'usual', value: 900 },
  ])
  expect(comparedFigures({ figures: [share('share', 0.06), share('usualShare', 0.02)] })).toEqual([
    { name: 'share', value: 60 },
    { name: 'usualShare', value: 20 },
  ])
  expect(comparedFigures({ figures: [money('due', 5), money('outputVat', 9)] })).toBeUndefined()
})
