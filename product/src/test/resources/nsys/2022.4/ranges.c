/* Every shape of NVTX range: nested, in a domain, registered, start/end within and across threads, left open. */
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <unistd.h>

static nvtxDomainHandle_t llm;
static nvtxRangeId_t across;

static void in_domain(const char *text, int registered, int micros) {
  nvtxEventAttributes_t event = {0};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = registered ? NVTX_MESSAGE_TYPE_REGISTERED : NVTX_MESSAGE_TYPE_ASCII;
  if (registered) event.message.registered = nvtxDomainRegisterStringA(llm, text);
  else event.message.ascii = text;
  nvtxDomainRangePushEx(llm, &event);
  usleep(micros);
  nvtxDomainRangePop(llm);
}

static void *other(void *none) {
  nvtxRangePushA("decode");
  nvtxRangePushA("layer");
  usleep(500);
  nvtxRangePop();
  nvtxRangeEnd(across);
  nvtxRangePop();
  return none;
}

int main(void) {
  llm = nvtxDomainCreateA("llm");
  nvtxRangePushA("prefill");
  in_domain("sam", 0, 700);
  in_domain("clip", 1, 300);
  nvtxRangePop();
  nvtxRangeId_t request = nvtxRangeStartA("request");
  for (int i = 0; i < 3; i++) { nvtxRangePushA("decode"); usleep(1000); nvtxRangePop(); }
  nvtxRangeEnd(request);
  across = nvtxRangeStartA("across");
  pthread_t thread;
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  nvtxMarkA("done");
  nvtxRangePushA("open");
  usleep(200);
  return 0;
}
