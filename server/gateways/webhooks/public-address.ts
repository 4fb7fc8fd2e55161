import { BlockList, isIP } from 'node:net'

/** Networks that are not of the internet, or not of one host there (IANA special-purpose registries). */
const NOT_PUBLIC_4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

const notPublic = new BlockList()
for (const [net, prefix] of NOT_PUBLIC_4) notPublic.addSubnet(net, prefix, 'ipv4')

/** Of IPv6 only the global unicast addresses are public, without those that carry others or are for documentation. */
const publicV6 = new BlockList()
publicV6.addSubnet('2000::', 3, 'ipv6')
const carriersV6 = new BlockList()
carriersV6.addSubnet('2001::', 23, 'ipv6')
carriersV6.addSubnet('2001:db8::', 32, 'ipv6')
carriersV6.addSubnet('2002::', 16, 'ipv6')
carriersV6.addSubnet('3fff::', 20, 'ipv6')

/** Whether an address, as the resolver gives it, is one host of the internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4')
    case 6:
      return publicV6.check(address, 'ipv6') && !carriersV6.check(address, 'ipv6')
    default:
      return false
  }
}
