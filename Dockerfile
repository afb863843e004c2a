# Zeitnot in one image: `zeitnot serve` by default, any other command after the image's name.

FROM node:20-bookworm-slim AS page
WORKDIR /src/clients/web
COPY clients/web/package.json clients/web/package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY clients/web ./
RUN npm run build

FROM python:3.11-slim-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ \
    && rm -rf /var/lib/apt/lists/*
RUN python -m venv /opt/zeitnot
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY migrations migrations
COPY engines engines
COPY clients/zeitnot_client clients/zeitnot_client
COPY clients/zeitnot_protocol clients/zeitnot_protocol
COPY server server
COPY --from=page /src/server/zeitnot_server/web/static server/zeitnot_server/web/static
RUN /opt/zeitnot/bin/pip install --no-cache-dir .

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin zeitnot \
    && install --directory --owner=zeitnot --mode=0700 /data
COPY --from=build /opt/zeitnot /opt/zeitnot
ENV PATH=/opt/zeitnot/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    ZEITNOT_HOST=0.0.0.0 \
    ZEITNOT_PORT=8080 \
    ZEITNOT_DB=/data/zeitnot.db
USER zeitnot
WORKDIR /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8080/readyz', timeout=4)"]
ENTRYPOINT ["zeitnot"]
CMD ["serve"]
