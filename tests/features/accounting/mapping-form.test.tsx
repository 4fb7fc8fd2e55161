import { MantineProvider } from '@mantine/core'
import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import { proposeMapping } from '#domain/accounting/mapping.ts'
import { toBasisPoints } from '#domain/money/basis-points.ts'
import { MappingFields } from '#features/accounting/mapping-form.tsx'
import { PortsContext } from '#ui/ports.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'
import { aSession } from '../../sync/device.ts'

const tax = (id: string, rate: number) => ({ id, name: `Tax ${id}`, rate: toBasisPoints(rate) })
const earlier = (rate: number, id: string) => ({ tax: 'standard' as const, rate: toBasisPoints(rate), id })
const choices = {
  income: [],
  accounts: [],
  taxes: [tax('A15', 1500), tax('B15', 1500), tax('A20', 2000)],
}
const settings = {
  ...{ ...choices, used: [], mapping: proposeMapping(choices, []) },
  earlier: [earlier(1500, 'B15'), earlier(2000, '')],
}

/** The options of the field with a name. */
function optionsOf(name: string): string | undefined {
  const html = renderInRouter(
    <AppReactContext value={{ account: {}, session: aSession('company', 'owner') } as never}>
      <PortsContext value={{} as never}>
        <MantineProvider>
          <MappingFields provider="xero" settings={settings} onSaved={() => undefined} />
        </MantineProvider>
      </PortsContext>
    </AppReactContext>,
  )
  return html.split(name)[1]?.split('</select>')[0]
}

it('a field of an earlier rate shows the tax that was chosen, and offers the others', () => {
  const chosen = optionsOf('Earlier receipts: VAT 15%')
  expect(chosen).toMatch(/<option[^>]*value="A15"(?! selected)/)
  expect(chosen).toMatch(/<option[^>]*value="B15" selected/)
  expect(chosen).not.toContain('value=""')
})

it('a field of an earlier rate without a choice is open', () => {
  expect(optionsOf('Earlier receipts: VAT 20%')).toMatch(/<option[^>]*value="" selected/)
})
