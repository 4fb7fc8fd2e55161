import { describe, expect, test } from 'vitest'
import { networkPrefixOf } from '#server/http/client-address.ts'

describe('all addresses of one connection count as one', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is %s', (address, line) => {
    expect(networkPrefixOf(address)).toBe(line)
  })

  test('another line is another', () => {
    expect(networkPrefixOf('2001:db8:1:2::1')).not.toBe(networkPrefixOf('2001:db8:1:3::1'))
  })
})
