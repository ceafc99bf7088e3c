# The web app, on port 8000; with the command `sudokulens app --host 0.0.0.0 --no-browser`, the Streamlit app on 8501.

FROM python:3.11.17-slim-bookworm@sha256:2333bd330d12de02514770b3585cad313644316047cdee24a7acfdece6de6efb AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY locks locks
# Every download is checked against its hash; nothing is fetched to build with but what locks/build.txt names.
RUN python -m pip install --no-cache-dir --require-hashes -r locks/build.txt \
    && python -m pip wheel --no-cache-dir --require-hashes --no-build-isolation --wheel-dir /wheels -r locks/runtime.txt
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
# Without this setting a failing compiler would go unnoticed, and the slow fallback would solve.
ENV SUDOKULENS_REQUIRE_KERNEL=1
RUN python -m pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .
RUN python -m venv --without-pip /opt/sudokulens \
    && python -m pip --python /opt/sudokulens/bin/python install --no-cache-dir --no-index --no-deps /wheels/*.whl

FROM python:3.11.17-slim-bookworm@sha256:2333bd330d12de02514770b3585cad313644316047cdee24a7acfdece6de6efb
COPY --from=build /opt/sudokulens /opt/sudokulens
RUN useradd --system --uid 10001 --home-dir /tmp --no-create-home --shell /usr/sbin/nologin sudokulens
ENV PATH=/opt/sudokulens/bin:$PATH \
    HOME=/tmp \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
USER 10001
WORKDIR /tmp
EXPOSE 8000 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
STOPSIGNAL SIGTERM
CMD ["sudokulens", "serve", "--host", "0.0.0.0", "--port", "8000"]
