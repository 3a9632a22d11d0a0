import nock from 'nock';

// No suite reaches the network: what a test does not answer itself fails at once. Local fakes listen on the loopback.
nock.disableNetConnect();
nock.enableNetConnect('127.0.0.1');
