import { MantineProvider } from '@mantine/core'
import { expect, it } from 'vitest'
import { AppReactContext } from '#app-context/app-context.ts'
import { OrganizationCard } from '#features/companies/organization-card.tsx'
import { OwnCompanyScreen } from '#features/companies/own-company-screen.tsx'
import { PortsContext } from '#ui/ports.ts'
import { renderInRouter } from '../../support/render-in-router.tsx'
import { aSession } from '../../sync/device.ts'

function shownOf(vrn: string): string {
  const session = aSession('company', 'owner')
  const context = { account: {}, session: { ...session, company: { ...session.company, vrn } } }
  return renderInRouter(
    <AppReactContext value={context as never}>
      <PortsContext value={{ clock: { now: () => 0 } } as never}>
        <MantineProvider>
          <OwnCompanyScreen onAudit={() => undefined} onApiKeys={() => undefined} />
        </MantineProvider>
      </PortsContext>
    </AppReactContext>,
  )
}

it('the owner reads the VRN of the company beside its TIN', () => {
  expect(shownOf('40012345X')).toContain('VRN 40-012345-X')
  expect(shownOf('40012345X')).not.toContain('Not registered for VAT')
})

it('the owner of a company without a VRN reads that it is not registered for VAT', () => {
  expect(shownOf('')).toContain('Not registered for VAT')
  expect(shownOf('')).not.toContain('VRN')
})

it('the owner reads the name of the organization under its heading', () => {
  const html = renderInRouter(<OrganizationCard name="Umoja Mfano Holdings" />)
  expect(html).toMatch(
    /<section[^>]*aria-labelledby="own-organization".*>Organization<.*>Umoja Mfano Holdings</,
  )
})
