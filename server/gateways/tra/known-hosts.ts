/** The authority's own hosts (public integration guides): one live, two of its test system. */
const ENVIRONMENT_OF_HOST: Readonly<Record<string, 'test' | 'live'>> = {
  'vfd.tra.go.tz': 'live',
  'vfdtest.tra.go.tz': 'test',
  'virtual.tra.go.tz': 'test',
}

/** The environment of an address of the authority; `undefined` for other hosts, of which only configuration knows. */
export function environmentOfHost(baseUrl: string): 'test' | 'live' | undefined {
  return ENVIRONMENT_OF_HOST[new URL(baseUrl).hostname]
}
